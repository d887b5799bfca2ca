/* recorder.h: when an update is written down, and when it is followed again (recording.h). */
#ifndef LX_RECORDER_H
#define LX_RECORDER_H

#include <stdint.h>

#include "csolver.h"

typedef struct lx_tape lx_tape;
typedef struct lx_incremental lx_incremental;

/* The rows whose constants began a wide update, and how often in a row they did. */
typedef struct {
  int64_t hash;
  int32_t count;
  int32_t times;
  int32_t wanted; /* times until a tape is made; 0: none has been made in vain */
} lx_wide_begin;

typedef struct {
  lx_tape *tape; /* of the last wide updates, or NULL */
  lx_wide_begin wide;
} lx_recorder;

/* recording.c: whether a tape serves the edits of the program; makes one where it is time to. */
int lx_tape_serves(lx_incremental *state);

/* recording.c: whether it will serve, or be made. */
int lx_tape_would_serve(const lx_incremental *state);

/* recording.c: before an update without the tape, and after it. */
void lx_tape_step_aside(lx_incremental *state);
void lx_tape_watch(lx_incremental *state);

/* recording.c: after a solve of everything by the plan there was: that is as wide as can be. */
void lx_tape_note(lx_incremental *state);

/* recording.c: after an update by the tape: how much it was worth. */
void lx_tape_judge(lx_incremental *state);

/* recording_replay.c: the values of an update by the tape; rows to look at and components whose places changed go into
 * the update. *holds_out is 0 where it led nowhere. */
lx_status lx_tape_follow(lx_incremental *state, int *holds_out);

/* recording.c: before the plan changes. */
void lx_tape_drop(lx_incremental *state);
void lx_tape_destroy(lx_tape *tape);

/* recording.c: constants have changed that the tape has not seen. */
void lx_tape_expire(lx_incremental *state);

#endif
