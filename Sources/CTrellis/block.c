#include "block.h"

_Thread_local void *lx_block_engine;
