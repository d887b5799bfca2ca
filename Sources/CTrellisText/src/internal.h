/* What the files of this module share. */
#ifndef LX_TEXT_INTERNAL_H
#define LX_TEXT_INTERNAL_H

#include <hb.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>

#include "trellis_text.h"

enum { LX_MARK_FEATURES = 4 };

struct lx_face {
  hb_font_t *font; /* owned, immutable */
  double em;       /* what HarfBuzz takes for an em: 256 of the font's units, so that advances are exact */
  hb_feature_t mark_features[LX_MARK_FEATURES]; /* those that move marks and nothing else, turned off */
  unsigned mark_feature_count;
};

struct lx_shaper {
  hb_buffer_t *buffer;    /* owned */
  hb_language_t language; /* static: the default one, so that answers do not depend on the locale */
  UBreakIterator *lines;  /* owned; opened when first asked */
  UBiDi *bidi;            /* owned; likewise */
};

/* Writes the features that move marks and nothing else, turned off; returns how many. */
unsigned lx_find_mark_features(hb_face_t *face, hb_feature_t features[LX_MARK_FEATURES]);

#endif
