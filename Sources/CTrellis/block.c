#include "block.h"

_Thread_local void *lx_running_block;
