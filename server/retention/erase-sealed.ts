import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { sealOfAnswer } from '#server/platform/http/answer-once.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sealOfWaitingMail } from '#server/areas/mails/preferences/waiting-mails.ts'

/** Deletes an agency's mails that wait and responses kept for repeated calls if they name one of these: they are opened to find out. */
export async function eraseSealed(
  tx: Tx,
  { secrets }: Platform,
  agencyId: string,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  const isNamed = (sealedText: string, seal: string): boolean => {
    const text = secrets.open(sealedText, seal).toLowerCase()
    return names.some((name) => text.includes(name))
  }
  const mails = await tx.query<{ id: string; sealed: string }>(
    'select id, sealed from waiting_mail where agency_id = $1',
    [agencyId],
  )
  await tx.query('delete from waiting_mail where agency_id = $1 and id = any($2::uuid[])', [
    agencyId,
    plainArray(mails.rows.filter(({ id, sealed }) => isNamed(sealed, sealOfWaitingMail(id))).map(({ id }) => id)),
  ])
  const answers = await tx.query<{ hash: string; sealed: string }>(
    `select encode(key_hash, 'hex') as hash, answer_sealed as sealed from developer_answer where agency_id = $1`,
    [agencyId],
  )
  for (const { hash, sealed } of answers.rows)
    if (isNamed(sealed, sealOfAnswer(agencyId, hash)))
      await tx.query(`delete from developer_answer where agency_id = $1 and key_hash = decode($2, 'hex')`, [
        agencyId,
        hash,
      ])
}
