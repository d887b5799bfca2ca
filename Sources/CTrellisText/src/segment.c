/* Boundaries, directions and scripts by ICU. */
#include <stdlib.h>
#include <unicode/uscript.h>

#include "internal.h"

lx_text_status lx_shaper_create(lx_shaper **out)
{
  *out = NULL;
  lx_shaper *shaper = calloc(1, sizeof *shaper);
  if (!shaper)
    return LX_TEXT_OUT_OF_MEMORY;
  shaper->buffer = hb_buffer_create();
  shaper->language = hb_language_from_string("en", -1);
  *out = shaper;
  return LX_TEXT_OK;
}

void lx_shaper_destroy(lx_shaper *shaper)
{
  if (!shaper)
    return;
  hb_buffer_destroy(shaper->buffer);
  if (shaper->lines)
    ubrk_close(shaper->lines);
  if (shaper->bidi)
    ubidi_close(shaper->bidi);
  free(shaper);
}

lx_text_status lx_line_breaks(lx_shaper *shaper, const uint16_t *text, int32_t length, uint8_t *kinds)
{
  for (int32_t unit = 0; unit <= length; unit++)
    kinds[unit] = LX_BREAK_NONE;
  UErrorCode error = U_ZERO_ERROR;
  if (!shaper->lines)
    shaper->lines = ubrk_open(UBRK_LINE, "en", NULL, 0, &error);
  if (U_SUCCESS(error))
    ubrk_setText(shaper->lines, (const UChar *)text, length, &error);
  if (U_FAILURE(error))
    return error == U_MEMORY_ALLOCATION_ERROR ? LX_TEXT_OUT_OF_MEMORY : LX_TEXT_NO_LIBRARY;
  for (int32_t at = ubrk_next(shaper->lines); at != UBRK_DONE; at = ubrk_next(shaper->lines)) {
    int32_t rule = ubrk_getRuleStatus(shaper->lines);
    kinds[at] = rule >= UBRK_LINE_HARD && rule < UBRK_LINE_HARD_LIMIT ? LX_BREAK_MANDATORY : LX_BREAK_ALLOWED;
  }
  return LX_TEXT_OK;
}

lx_text_status lx_bidi_levels(lx_shaper *shaper, const uint16_t *text, int32_t length, uint8_t *levels)
{
  UErrorCode error = U_ZERO_ERROR;
  if (!shaper->bidi)
    shaper->bidi = ubidi_open();
  if (!shaper->bidi)
    return LX_TEXT_OUT_OF_MEMORY;
  ubidi_setPara(shaper->bidi, (const UChar *)text, length, UBIDI_DEFAULT_LTR, NULL, &error);
  const UBiDiLevel *found = length > 0 ? ubidi_getLevels(shaper->bidi, &error) : NULL;
  if (error == U_MEMORY_ALLOCATION_ERROR)
    return LX_TEXT_OUT_OF_MEMORY;
  if (U_FAILURE(error))
    return LX_TEXT_NO_LIBRARY;
  for (int32_t unit = 0; unit < length; unit++)
    levels[unit] = found[unit];
  return LX_TEXT_OK;
}

uint32_t lx_script(uint32_t character)
{
  UErrorCode error = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript((UChar32)character, &error);
  if (U_FAILURE(error) || script <= USCRIPT_COMMON)
    return HB_SCRIPT_COMMON;
  const char *name = uscript_getShortName(script);
  return name ? hb_tag_from_string(name, 4) : (uint32_t)HB_SCRIPT_COMMON;
}
