/* What TrellisText needs of HarfBuzz, ICU and fontconfig, behind one small header: open a font, find one, shape a run,
 * find boundaries. Texts are UTF-16; lone surrogates are shaped as the replacement character. Lengths are in code units,
 * advances in ems.
 *
 * A face may be used on several threads at once, a shaper on one at a time. */
#ifndef TRELLIS_TEXT_H
#define TRELLIS_TEXT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lx_face lx_face;
typedef struct lx_shaper lx_shaper;

typedef enum {
  LX_TEXT_OK = 0,
  LX_TEXT_OUT_OF_MEMORY = -1,
  LX_TEXT_NO_FILE = -2,     /* missing, a directory, pipe or device, or not to be read */
  LX_TEXT_NO_FONT = -3,     /* a file that holds no font, or a broken one */
  LX_TEXT_NO_MATCH = -4,    /* no font is installed that fits */
  LX_TEXT_NO_LIBRARY = -5   /* a library failed: its data are missing */
} lx_text_status;

/* In ems, y upwards from the baseline: the descender is negative. */
typedef struct {
  double ascender, descender, line_gap;
} lx_face_metrics;

/* Opens a font. `index` is the position in a collection, in the upper 16 bits the named instance of a variable font as
 * fontconfig counts them (0: none). `weight` (100 to 900) sets the weight axis of a variable font without one. */
lx_text_status lx_face_open(const char *path, uint32_t index, double weight, lx_face **out);
void lx_face_close(lx_face *face);
lx_face_metrics lx_face_get_metrics(const lx_face *face);
bool lx_face_has_glyph(const lx_face *face, uint32_t character);

/* A found font: where it is and what it is called. */
typedef struct {
  char path[4096];
  char family[256];
  uint32_t index;
} lx_font_match;

/* The installed font that is nearest to a family, weight (100 to 900) and slant. `has_family` says whether it is of the
 * family asked for. */
lx_text_status lx_font_find(const char *family, double weight, bool is_italic, lx_font_match *out, bool *has_family);
/* The installed fonts in the order of how near they are to a family, weight and slant. */
typedef struct lx_fallbacks lx_fallbacks;
lx_text_status lx_fallbacks_create(const char *family, double weight, bool is_italic, lx_fallbacks **out);
void lx_fallbacks_destroy(lx_fallbacks *fallbacks);
/* The first that has a character; LX_TEXT_NO_MATCH where none has. */
lx_text_status lx_fallbacks_find(const lx_fallbacks *fallbacks, uint32_t character, lx_font_match *out);

lx_text_status lx_shaper_create(lx_shaper **out);
void lx_shaper_destroy(lx_shaper *shaper);

/* Shapes `count` units from `start` on in one font and direction; what is around them is context for joining.
 *
 * `script` is an ISO 15924 tag ('Latn' as 0x4C61746E). Writes, for each unit of the run, the advance of the cluster that
 * begins there (0 within a cluster), and flags: LX_UNIT_*. */
lx_text_status lx_shape(
    lx_shaper *shaper, const lx_face *face, const uint16_t *text, int32_t length, int32_t start, int32_t count,
    bool is_right_to_left, uint32_t script, double *advances, uint8_t *flags);

enum {
  LX_UNIT_CLUSTER = 1, /* a cluster begins here */
  LX_UNIT_UNSAFE = 2,  /* shaped apart from what is before it, it may be another width */
  LX_UNIT_MISSING = 4  /* the font has no glyph for it */
};

/* Line boundaries by UAX #14 (Thai and its like by dictionary). `kinds` has length + 1 entries: LX_BREAK_*. */
lx_text_status lx_line_breaks(lx_shaper *shaper, const uint16_t *text, int32_t length, uint8_t *kinds);
enum { LX_BREAK_NONE = 0, LX_BREAK_ALLOWED = 1, LX_BREAK_MANDATORY = 2 };

/* Embedding levels by UAX #9, one per unit; the paragraph's direction is that of its first strong character. */
lx_text_status lx_bidi_levels(lx_shaper *shaper, const uint16_t *text, int32_t length, uint8_t *levels);
/* The ISO 15924 tag of a character's script: 'Zyyy' common, 'Zinh' inherited. */
uint32_t lx_script(uint32_t character);

#endif
