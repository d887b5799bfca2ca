/* Fonts by HarfBuzz: files, metrics, shaping. */
#include <hb-ot.h>
#include <hb.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "internal.h"

/* Opening a pipe waits for its writer, and a device may never end. */
static bool is_regular(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

lx_text_status lx_face_open(const char *path, uint32_t index, double weight, lx_face **out)
{
  *out = NULL;
  if (!is_regular(path))
    return LX_TEXT_NO_FILE;
  hb_blob_t *blob = hb_blob_create_from_file_or_fail(path);
  if (!blob)
    return LX_TEXT_NO_FILE;
  lx_text_status status = LX_TEXT_NO_FONT;
  hb_face_t *tables = NULL;
  lx_face *face = NULL;
  if (hb_blob_get_length(blob) == 0 || (index & 0xFFFF) >= hb_face_count(blob))
    goto done;
  tables = hb_face_create(blob, index & 0xFFFF);
  if (hb_face_get_glyph_count(tables) == 0)
    goto done;
  face = calloc(1, sizeof *face);
  status = LX_TEXT_OUT_OF_MEMORY;
  if (!face)
    goto done;
  face->font = hb_font_create(tables);
  int em = (int)hb_face_get_upem(tables) * 256;
  face->em = em;
  hb_font_set_scale(face->font, em, em);
  unsigned instance = index >> 16;
  if (instance > 0 && instance < 0x8000) {
    hb_font_set_var_named_instance(face->font, instance - 1);
  } else if (hb_ot_var_has_data(tables)) {
    hb_variation_t axis = {HB_TAG('w', 'g', 'h', 't'), (float)weight};
    hb_font_set_variations(face->font, &axis, 1);
  }
  hb_font_make_immutable(face->font);
  face->mark_feature_count = lx_find_mark_features(tables, face->mark_features);
  status = LX_TEXT_OK;
  *out = face;
done:
  hb_face_destroy(tables);
  hb_blob_destroy(blob);
  return status;
}

void lx_face_close(lx_face *face)
{
  if (!face)
    return;
  hb_font_destroy(face->font);
  free(face);
}

lx_face_metrics lx_face_get_metrics(const lx_face *face)
{
  hb_font_extents_t extents = {0};
  hb_font_get_h_extents(face->font, &extents);
  return (lx_face_metrics){
      (double)extents.ascender / face->em, (double)extents.descender / face->em, (double)extents.line_gap / face->em};
}

bool lx_face_has_glyph(const lx_face *face, uint32_t character)
{
  hb_codepoint_t glyph;
  return hb_font_get_nominal_glyph(face->font, character, &glyph);
}

/* HarfBuzz takes time quadratic in the length of a cluster: each of a letter's marks looks back for the letter. So a run is
 * shaped in parts of at most so many units; what people write has clusters of a few. */
enum { PART_UNITS = 256, CONTEXT_UNITS = 32 };

/* Where the part that was shaped, from `start` to `end`, is cut: at the last cluster that is safe to break before and has so many
 * units after it that no rule of a font looks over both (HarfBuzz's other flag, which counts rules that look beyond the end, is on
 * every letter of fonts with many contextual rules); else at any cluster, best with as many after it; else, all of it being one, at
 * its end. */
static int32_t cut_of(const hb_glyph_info_t *info, unsigned glyphs, int32_t start, int32_t end)
{
  int32_t safe = start, far = start, last = start;
  for (unsigned k = 0; k < glyphs; k++) {
    int32_t cluster = (int32_t)info[k].cluster;
    if (cluster > last)
      last = cluster;
    if (cluster > end - CONTEXT_UNITS)
      continue;
    if (cluster > far)
      far = cluster;
    if (cluster > safe && !(info[k].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK))
      safe = cluster;
  }
  return safe > start ? safe : far > start ? far : last > start ? last : end;
}

static bool is_within_character(const uint16_t *text, int32_t unit)
{
  return (text[unit] & 0xFC00) == 0xDC00 && (text[unit - 1] & 0xFC00) == 0xD800;
}

/* Without a feature for marks HarfBuzz composes Hebrew letters and points to glyphs with advances of their own. So these are
 * points, and letters that it decomposes first. */
static bool has_hebrew_points(const uint16_t *text, int32_t start, int32_t end)
{
  for (int32_t unit = start; unit < end; unit++)
    if ((text[unit] >= 0x591 && text[unit] <= 0x5C7) || (text[unit] >= 0xFB1D && text[unit] <= 0xFB4F))
      return true;
  return false;
}

lx_text_status lx_shape(
    lx_shaper *shaper, const lx_face *face, const uint16_t *text, int32_t length, int32_t start, int32_t count,
    bool is_right_to_left, uint32_t script, double *advances, uint8_t *flags)
{
  for (int32_t unit = 0; unit < count; unit++) {
    advances[unit] = 0;
    flags[unit] = 0;
  }
  hb_buffer_t *buffer = shaper->buffer;
  const int32_t limit = start + count;
  unsigned features = face->mark_feature_count;
  if (hb_script_from_iso15924_tag(script) == HB_SCRIPT_HEBREW && has_hebrew_points(text, start, limit))
    features = 0;
  bool is_within_cluster = false;
  for (int32_t from = start, cut; from < limit; from = cut) {
    int32_t end = limit;
    if (limit - from > PART_UNITS) {
      end = from + PART_UNITS;
      if (is_within_character(text, end))
        end--;
    }
    hb_buffer_clear_contents(buffer);
    hb_buffer_set_direction(buffer, is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(script));
    hb_buffer_set_language(buffer, shaper->language);
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES);
    hb_buffer_set_flags(
        buffer, is_within_cluster ? HB_BUFFER_FLAG_DO_NOT_INSERT_DOTTED_CIRCLE : HB_BUFFER_FLAG_DEFAULT);
    hb_buffer_add_utf16(buffer, text, length, (unsigned)from, end - from);
    hb_shape(face->font, buffer, face->mark_features, features);
    if (!hb_buffer_allocation_successful(buffer))
      return LX_TEXT_OUT_OF_MEMORY;
    unsigned glyphs;
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &glyphs);
    const hb_glyph_position_t *position = hb_buffer_get_glyph_positions(buffer, &glyphs);
    cut = end < limit ? cut_of(info, glyphs, from, end) : limit;
    is_within_cluster = cut == end;
    for (unsigned k = 0; k < glyphs; k++) {
      if ((int32_t)info[k].cluster >= cut)
        continue;
      int32_t unit = (int32_t)info[k].cluster - start;
      advances[unit] += (double)position[k].x_advance / face->em;
      flags[unit] |= LX_UNIT_CLUSTER;
      if (info[k].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK)
        flags[unit] |= LX_UNIT_UNSAFE;
      if (info[k].codepoint == 0)
        flags[unit] |= LX_UNIT_MISSING;
    }
  }
  return LX_TEXT_OK;
}
