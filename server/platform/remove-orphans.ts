import { machineTime } from './clock.ts'
import { inScope } from './database/scope.ts'
import type { Tx } from './database/tx.ts'
import { createFiles } from './files.ts'
import type { Platform } from './platform.ts'

/** A file exists before its row refers to it; after this long without a row it is an orphan. */
const orphanAfter_ms = 3_600_000

/**
 * Deletes files with a prefix that no row names: left by processes that died, or by purged companies. `findNamed` returns
 * those of some keys that rows of an operator name.
 */
export async function removeOrphans(
  platform: Platform,
  { prefix, rootIds }: { prefix: string; rootIds: readonly string[] },
  findNamed: (tx: Tx, rootId: string, keys: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const files = createFiles(platform.config)
  const old_ms = machineTime(platform.clock) - orphanAfter_ms
  const oldKeys = (await files.list(prefix)).filter(({ written_ms }) => written_ms < old_ms).map(({ key }) => key)
  if (oldKeys.length === 0) return
  const usedKeys = new Set<string>()
  for (const rootId of rootIds) {
    const ownKeys = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) => findNamed(tx, rootId, oldKeys))
    for (const key of ownKeys) usedKeys.add(key)
  }
  for (const key of oldKeys) if (!usedKeys.has(key)) await files.remove(key)
}
