/* Fonts by fontconfig: the file of a family, and a font that has a character. */
#include <fontconfig/fontconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static FcPattern *make_pattern(const char *family, double weight, bool is_italic)
{
  FcPattern *pattern = FcPatternCreate();
  if (!pattern)
    return NULL;
  FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
  FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(weight));
  FcPatternAddInteger(pattern, FC_SLANT, is_italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
  FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
  return pattern;
}

/* Takes the file, index and family out of a match. */
static lx_text_status take(FcPattern *match, lx_font_match *out)
{
  FcChar8 *path, *family;
  int index = 0;
  if (FcPatternGetString(match, FC_FILE, 0, &path) != FcResultMatch || strlen((char *)path) >= sizeof out->path)
    return LX_TEXT_NO_MATCH;
  FcPatternGetInteger(match, FC_INDEX, 0, &index);
  snprintf(out->path, sizeof out->path, "%s", (char *)path);
  if (FcPatternGetString(match, FC_FAMILY, 0, &family) != FcResultMatch)
    family = (FcChar8 *)"";
  snprintf(out->family, sizeof out->family, "%s", (char *)family);
  out->index = (uint32_t)index;
  return LX_TEXT_OK;
}

static lx_text_status match(FcPattern *pattern, const char *family, lx_font_match *out, bool *has)
{
  FcResult result;
  FcConfigSubstitute(NULL, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcPattern *found = FcFontMatch(NULL, pattern, &result);
  if (!found)
    return LX_TEXT_NO_MATCH;
  lx_text_status status = take(found, out);
  *has = false;
  FcChar8 *name;
  for (int k = 0; FcPatternGetString(found, FC_FAMILY, k, &name) == FcResultMatch; k++)
    if (FcStrCmpIgnoreCase(name, (const FcChar8 *)family) == 0)
      *has = true;
  FcPatternDestroy(found);
  return status;
}

lx_text_status lx_font_find(const char *family, double weight, bool is_italic, lx_font_match *out, bool *has_family)
{
  FcPattern *pattern = make_pattern(family, weight, is_italic);
  if (!pattern)
    return LX_TEXT_OUT_OF_MEMORY;
  lx_text_status status = match(pattern, family, out, has_family);
  FcPatternDestroy(pattern);
  return status;
}

struct lx_fallbacks {
  FcFontSet *fonts; /* owned; nearest first */
};

lx_text_status lx_fallbacks_create(const char *family, double weight, bool is_italic, lx_fallbacks **out)
{
  *out = NULL;
  FcResult result;
  FcPattern *pattern = make_pattern(family, weight, is_italic);
  lx_fallbacks *fallbacks = calloc(1, sizeof *fallbacks);
  lx_text_status status = LX_TEXT_OUT_OF_MEMORY;
  if (!pattern || !fallbacks)
    goto done;
  FcConfigSubstitute(NULL, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  fallbacks->fonts = FcFontSort(NULL, pattern, FcTrue, NULL, &result);
  status = fallbacks->fonts ? LX_TEXT_OK : LX_TEXT_NO_MATCH;
done:
  if (pattern)
    FcPatternDestroy(pattern);
  if (status == LX_TEXT_OK)
    *out = fallbacks;
  else
    free(fallbacks);
  return status;
}

void lx_fallbacks_destroy(lx_fallbacks *fallbacks)
{
  if (!fallbacks)
    return;
  FcFontSetDestroy(fallbacks->fonts);
  free(fallbacks);
}

lx_text_status lx_fallbacks_find(const lx_fallbacks *fallbacks, uint32_t character, lx_font_match *out)
{
  for (int k = 0; k < fallbacks->fonts->nfont; k++) {
    FcPattern *font = fallbacks->fonts->fonts[k];
    FcCharSet *characters;
    FcBool is_scalable = FcTrue;
    FcPatternGetBool(font, FC_SCALABLE, 0, &is_scalable);
    if (is_scalable && FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch &&
        FcCharSetHasChar(characters, character))
      return take(font, out);
  }
  return LX_TEXT_NO_MATCH;
}
