/* Which of a font's features move marks and nothing else. A text is measured by its advances, so they can be left out, which
 * takes a quarter of the time of Arabic, Hebrew and Thai.
 *
 * Told by the font's own table (OpenType, GPOS): attachments of marks to bases, ligatures and marks set offsets alone. Where a
 * feature has a lookup of another kind, or the table is broken or varies its features, nothing is left out. */
#include <hb-ot.h>

#include "internal.h"

enum { MARK_TO_BASE = 4, MARK_TO_LIGATURE = 5, MARK_TO_MARK = 6, EXTENSION = 9 };

typedef struct {
  const uint8_t *bytes;
  unsigned length;
  bool is_broken; /* something lies beyond the end */
} table;

static unsigned at16(table *gpos, unsigned offset)
{
  if (gpos->length < 2 || offset > gpos->length - 2) {
    gpos->is_broken = true;
    return 0;
  }
  return (unsigned)gpos->bytes[offset] << 8 | gpos->bytes[offset + 1];
}

static bool attaches_marks(table *gpos, unsigned lookups, unsigned index)
{
  if (index >= at16(gpos, lookups))
    return false;
  unsigned lookup = lookups + at16(gpos, lookups + 2 + 2 * index);
  unsigned type = at16(gpos, lookup);
  if (type == EXTENSION && at16(gpos, lookup + 4) > 0)
    type = at16(gpos, lookup + at16(gpos, lookup + 6) + 2);
  return type == MARK_TO_BASE || type == MARK_TO_LIGATURE || type == MARK_TO_MARK;
}

/* Whether all features of a tag attach marks and do nothing else. */
static bool only_attaches(table *gpos, hb_tag_t tag)
{
  unsigned features = at16(gpos, 6), lookups = at16(gpos, 8), count = at16(gpos, features);
  for (unsigned k = 0; k < count && !gpos->is_broken; k++) {
    unsigned record = features + 2 + 6 * k;
    if (((hb_tag_t)at16(gpos, record) << 16 | at16(gpos, record + 2)) != tag)
      continue;
    unsigned feature = features + at16(gpos, record + 4), indices = at16(gpos, feature + 2);
    for (unsigned i = 0; i < indices && !gpos->is_broken; i++)
      if (!attaches_marks(gpos, lookups, at16(gpos, feature + 4 + 2 * i)))
        return false;
  }
  return !gpos->is_broken;
}

unsigned lx_find_mark_features(hb_face_t *face, hb_feature_t features[LX_MARK_FEATURES])
{
  static const hb_tag_t tags[LX_MARK_FEATURES] = {
      HB_TAG('m', 'a', 'r', 'k'), HB_TAG('m', 'k', 'm', 'k'), HB_TAG('a', 'b', 'v', 'm'), HB_TAG('b', 'l', 'w', 'm')};
  hb_blob_t *blob = hb_face_reference_table(face, HB_TAG('G', 'P', 'O', 'S'));
  table gpos = {0};
  gpos.bytes = (const uint8_t *)hb_blob_get_data(blob, &gpos.length);
  unsigned count = 0;
  const bool varies = at16(&gpos, 2) > 0 && (at16(&gpos, 10) | at16(&gpos, 12)) != 0;
  for (unsigned k = 0; k < LX_MARK_FEATURES && !varies && !gpos.is_broken; k++)
    if (only_attaches(&gpos, tags[k]))
      features[count++] = (hb_feature_t){tags[k], 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END};
  hb_blob_destroy(blob);
  return count;
}
