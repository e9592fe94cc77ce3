import type { FindExcluded } from '#server/areas/identity/import/find-opted-out.ts'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { inScope } from '#server/platform/database/scope.ts'

/** Which hashes (hex) are on the operator's exclusion list: these people have opted out, so imports leave them out. */
export const findOnRootList: FindExcluded = async ({ appPool }, rootId, hashes) => {
  if (hashes.length === 0) return new Set()
  const { rows } = await inScope(
    appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<{ hash: string }>(
        `select encode(hash, 'hex') as hash from root_exclusion
          where root_id = $1 and hash = any(array(select unnest($2::bytea[])))`,
        [rootId, binaryHexes(hashes)],
      ),
    { readOnly: true },
  )
  return new Set(rows.map(({ hash }) => hash))
}
