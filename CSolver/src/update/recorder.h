/* recorder.h: when an update is recorded, and when a recording is replayed (recording.h). */
#ifndef LX_RECORDER_H
#define LX_RECORDER_H

#include <stdint.h>

#include "csolver.h"

typedef struct lx_recording lx_recording;
typedef struct lx_incremental lx_incremental;

/* The rows whose constants began a wide update, and how often in a row they did. */
typedef struct {
  int64_t hash;
  int32_t count;
  int32_t times;
  int32_t wanted; /* times until a recording is made; 0: none has been dropped for its cost */
} lx_wide_edit;

typedef struct {
  lx_recording *recording; /* of the last wide updates, or NULL */
  lx_wide_edit wide;
} lx_recorder;

/* recording.c: whether a recording serves the edits of the program; makes one where it is time to. */
int lx_recording_serves(lx_incremental *state);

/* recording.c: whether one serves, or is to be made. */
int lx_recording_would_serve(const lx_incremental *state);

/* recording.c: before an update without the recording, and after it. */
void lx_recording_bypass(lx_incremental *state);
void lx_recording_observe(lx_incremental *state);

/* recording.c: after a solve of everything by the present plan, the widest update there is. */
void lx_recording_count(lx_incremental *state);

/* recording.c: after an update by the recording: drops one that costs more than it saves. */
void lx_recording_evaluate(lx_incremental *state);

/* recording_replay.c: an update by the recording; rows to check and components whose basis statuses changed go into
 * the update. *holds_out is 0 where a full solve is needed. */
lx_status lx_recording_replay(lx_incremental *state, int *holds_out);

/* recording.c: before the plan changes. */
void lx_recording_drop(lx_incremental *state);
void lx_recording_destroy(lx_recording *recording);

/* recording.c: constants have changed without the recording. */
void lx_recording_expire(lx_incremental *state);

#endif
