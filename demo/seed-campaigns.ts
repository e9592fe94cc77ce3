import type { Tx } from '#server/platform/database/tx.ts'
import { pathOf } from './seed.ts'
