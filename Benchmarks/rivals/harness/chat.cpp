/* chat.cpp: W7 by Yoga, a chat whose texts wrap in bubbles, with a measure function on the texts that Trellis prepared.
 *
 *   chat FILE [ROUNDS]      FILE as `trellis export W7` writes it
 *
 * A text is measured as a template of Trellis does it: by its natural size and the table of its steps (ChatFile.swift says
 * how), so that neither engine shapes or breaks anything here. Prints the least processor time of ROUNDS (default 5) for building
 * the nodes, the first layout, a layout at each of the file's widths and one after each edit, and how many bubbles are not as by
 * the closed form: their positions within cells and sizes, within 0.01 points, as float32 cannot hold where the cells of a long
 * list begin. Yoga keeps measurements from width to width, and a few are of another one; so bubbles are counted after the widths, and
 * only from scratch and after edits a wrong one is a failure. Exit status 0, 1 for a file that is none, 2 for such a failure. */
#include <yoga/Yoga.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

enum { OWN = 1, QUOTING = 2 };

struct chat {
  int64_t messages, widths, edits, texts, steps, values;
  std::vector<double> width, natural, step_width, step_height, expected;
  std::vector<int32_t> kind, edited, start;
};

struct text {
  float width, height;
  const double *widths, *heights;
  int count;
};

template <typename T>
bool read(FILE *file, std::vector<T> &list, int64_t count) {
  list.resize((size_t)count);
  return fread(list.data(), sizeof(T), list.size(), file) == list.size();
}

bool read(const char *path, chat &c) {
  FILE *file = fopen(path, "rb");
  char magic[8];
  int64_t counts[6];
  bool ok = file && fread(magic, 1, 8, file) == 8 && memcmp(magic, "TRELLIS7", 8) == 0 && fread(counts, 8, 6, file) == 6;
  for (int64_t count : counts) ok = ok && count >= 0 && count <= INT32_MAX;
  if (ok) {
    c.messages = counts[0], c.widths = counts[1], c.edits = counts[2];
    c.texts = counts[3], c.steps = counts[4], c.values = counts[5];
    ok = read(file, c.width, c.widths) && read(file, c.natural, 2 * c.texts) && read(file, c.step_width, c.steps) &&
         read(file, c.step_height, c.steps) && read(file, c.expected, c.values) && read(file, c.kind, c.messages) &&
         read(file, c.edited, c.edits) && read(file, c.start, c.texts + 1);
  }
  if (file) fclose(file);
  return ok;
}

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What float32 makes of a width near a step, or near the natural width. */
const float slack = 1e-3f;

YGSize measure(const text &t, float width, YGMeasureMode mode) {
  if (mode == YGMeasureModeUndefined || width >= t.width - slack)
    return {mode == YGMeasureModeExactly ? width : t.width, t.height};
  const double *found = std::upper_bound(t.widths, t.widths + t.count, (double)(width + slack));
  return {width, found == t.widths ? t.height : (float)t.heights[found - t.widths - 1]};
}

/* The nodes of a cell, in the order of the closed form. */
struct bubble {
  YGNodeRef cell, avatar, box, text, time, quoted, quote;
};

struct page {
  YGConfigRef config;
  YGNodeRef root;
  std::vector<bubble> bubbles;
  std::vector<text> texts;

  YGNodeRef make(YGNodeRef parent) {
    YGNodeRef node = YGNodeNewWithConfig(config);
    YGNodeInsertChild(parent, node, YGNodeGetChildCount(parent));
    return node;
  }

  YGNodeRef make_text(YGNodeRef parent, size_t index) {
    YGNodeRef node = make(parent);
    YGNodeSetContext(node, &texts[index]);
    YGNodeSetMeasureFunc(node, [](auto shown, float width, YGMeasureMode mode, float, YGMeasureMode) {
      return measure(*(const text *)YGNodeGetContext(shown), width, mode);
    });
    return node;
  }

  explicit page(const chat &c) {
    config = YGConfigNew();
    YGConfigSetPointScaleFactor(config, 0);
    root = YGNodeNewWithConfig(config);
    for (int64_t t = 0; t < c.texts; t++) {
      const int32_t from = c.start[t], to = c.start[t + 1];
      texts.push_back({(float)c.natural[2 * t], (float)c.natural[2 * t + 1], c.step_width.data() + from,
                       c.step_height.data() + from, to - from});
    }
    size_t next = 0;
    for (int64_t m = 0; m < c.messages; m++) add(c.kind[m], next);
  }

  void add(int kind, size_t &next) {
    bubble b{};
    b.cell = make(root);
    YGNodeStyleSetFlexDirection(b.cell, YGFlexDirectionRow);
    YGNodeStyleSetAlignItems(b.cell, YGAlignFlexEnd);
    YGNodeStyleSetPadding(b.cell, YGEdgeVertical, 4);
    const bool is_own = kind & OWN;
    if (is_own) YGNodeStyleSetJustifyContent(b.cell, YGJustifyFlexEnd);
    if (!is_own) b.avatar = make(b.cell);
    b.box = make(b.cell);
    if (is_own) b.avatar = make(b.cell);
    YGNodeStyleSetWidth(b.avatar, 32);
    YGNodeStyleSetHeight(b.avatar, 32);
    YGNodeStyleSetMargin(b.avatar, YGEdgeHorizontal, 8);
    YGNodeStyleSetMaxWidthPercent(b.box, 75);
    YGNodeStyleSetPadding(b.box, YGEdgeHorizontal, 12);
    YGNodeStyleSetPadding(b.box, YGEdgeVertical, 8);
    YGNodeStyleSetAlignItems(b.box, YGAlignFlexStart);
    if (kind & QUOTING) {
      b.quoted = make(b.box);
      YGNodeStyleSetMargin(b.quoted, YGEdgeBottom, 6);
      YGNodeRef bar = make(b.quoted);
      YGNodeStyleSetPositionType(bar, YGPositionTypeAbsolute);
      for (YGEdge edge : {YGEdgeLeft, YGEdgeTop, YGEdgeBottom}) YGNodeStyleSetPosition(bar, edge, 0);
      YGNodeStyleSetWidth(bar, 3);
    }
    b.text = make_text(b.box, next++);
    b.time = make_text(b.box, next++);
    YGNodeStyleSetAlignSelf(b.time, YGAlignFlexEnd);
    YGNodeStyleSetMargin(b.time, YGEdgeTop, 4);
    if (kind & QUOTING) {
      b.quote = make_text(b.quoted, next++);
      YGNodeStyleSetMargin(b.quote, YGEdgeLeft, 9);
    }
    bubbles.push_back(b);
  }

  ~page() {
    YGNodeFreeRecursive(root);
    YGConfigFree(config);
  }

  void lay_out(double width) {
    YGNodeStyleSetWidth(root, (float)width);
    YGNodeCalculateLayout(root, YGUndefined, YGUndefined, YGDirectionLTR);
  }

  /* How many bubbles differ from the closed form. */
  int64_t wrong(const double *expected) const {
    int64_t wrong = 0;
    for (const bubble &b : bubbles) {
      const YGNodeRef nodes[] = {b.cell, b.avatar, b.box, b.text, b.time, b.quote};
      double worst = 0;
      for (YGNodeRef node : nodes) {
        if (!node) continue;
        double x = 0, y = 0;
        for (YGNodeRef at = node; at != b.cell; at = YGNodeGetParent(at)) {
          x += (double)YGNodeLayoutGetLeft(at);
          y += (double)YGNodeLayoutGetTop(at);
        }
        if (node == b.cell) {
          x = (double)YGNodeLayoutGetLeft(node);
          y = expected[1];
        }
        const double found[] = {x, y, (double)YGNodeLayoutGetWidth(node), (double)YGNodeLayoutGetHeight(node)};
        for (int k = 0; k < 4; k++) worst = std::max(worst, std::fabs(found[k] - expected[k]));
        expected += 4;
      }
      wrong += !(worst <= 0.01);
    }
    return wrong;
  }
};

}  // namespace

int main(int count, char **arguments) {
  chat c;
  if (count < 2 || !read(arguments[1], c)) {
    fprintf(stderr, "usage: chat FILE [ROUNDS], FILE as `trellis export W7` writes it\n");
    return 1;
  }
  const int rounds = count > 2 ? std::max(1, atoi(arguments[2])) : 5;
  double build = INFINITY, cold = INFINITY, resize = INFINITY, edit = INFINITY;
  int64_t failures = 0, stale = 0;
  for (int round = 0; round < rounds; round++) {
    double start = now();
    page p(c);
    build = std::min(build, now() - start);
    start = now();
    p.lay_out(375);
    cold = std::min(cold, now() - start);
    const int64_t part = c.values / 3;
    failures += p.wrong(c.expected.data());
    start = now();
    for (double width : c.width) p.lay_out(width);
    resize = std::min(resize, now() - start);
    stale = p.wrong(c.expected.data() + part);
    p.lay_out(375);
    const int64_t first = c.texts - c.edits;
    start = now();
    for (int64_t e = 0; e < c.edits; e++) {
      YGNodeRef node = p.bubbles[(size_t)c.edited[e]].text;
      YGNodeSetContext(node, &p.texts[(size_t)(first + e)]);
      YGNodeMarkDirty(node);
      p.lay_out(375);
    }
    edit = std::min(edit, now() - start);
    failures += p.wrong(c.expected.data() + 2 * part);
  }
  const double n = 1e6 / (double)c.messages;
  printf("messages %lld: building %.2f us a message, first layout %.2f, another width %.2f; an edit %.1f us; "
         "wrong from scratch and after edits %lld, after the widths %lld\n",
         (long long)c.messages, build * n, cold * n, resize * n / (double)std::max<int64_t>(1, c.widths),
         edit * 1e6 / (double)std::max<int64_t>(1, c.edits), (long long)failures, (long long)stale);
  return failures > 0 ? 2 : 0;
}
