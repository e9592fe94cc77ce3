import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { MailOwner } from '../mail-queue.ts'
import { noteStopped } from '../stopped-addresses/stopped-addresses.ts'
import { readReport } from './read-report.ts'
import { readReturnAddress } from './return-address.ts'

type Taken = 'stopped' | 'not ours' | 'no report' | 'may arrive later' | 'another address'

/**
 * Takes a mail that came to a return address: a report that a mailbox does not exist stops the address of the mail that came
 * back. Repeatable. Anybody may write to a return address, so nothing but its proof says whose it is.
 */
export async function takeBounce(
  platform: Pick<Platform, 'appPool' | 'clock' | 'secrets'>,
  returnAddress: string,
  raw: Buffer,
): Promise<Taken> {
  const sending = readReturnAddress(platform, returnAddress)
  const owner = sending && (await findOwner(platform, sending.companyId))
  if (!owner) return 'not ours'
  const report = await readReport(raw).catch(() => null)
  if (!report) return 'no report'
  if (!report.isGone) return 'may arrive later'
  const address = report.addresses.find(sending.provesMailTo)
  if (address === undefined) return 'another address'
  await inScope(platform.appPool, { kind: 'root', rootId: owner.rootId }, (tx) =>
    noteStopped(tx, platform, owner, address, 'refused'),
  )
  return 'stopped'
}

async function findOwner({ appPool }: Pick<Platform, 'appPool'>, companyId: string): Promise<MailOwner | null> {
  const { rows: roots } = await appPool.query<{ root_id: string }>(
    'select distinct root_id from host where agency_id is null',
  )
  for (const { root_id: rootId } of roots) {
    const { rows } = await inScope(
      appPool,
      { kind: 'root', rootId },
      (tx) =>
        tx.query<{ agencyId: string | null; clientId: string | null }>(
          'select agency_id as "agencyId", client_id as "clientId" from company where id = $1 and root_id = $2',
          [companyId, rootId],
        ),
      { readOnly: true },
    )
    if (rows[0]) return { rootId, ...rows[0] }
  }
  return null
}
