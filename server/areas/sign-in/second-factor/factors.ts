import type { FactorKind } from '#contract/sign-in/session.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { machineTime } from '#server/platform/clock.ts'
import { newRecoveryCode } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'

/** What an account requires besides its password. */
export interface Factor {
  userId: string
  kind: FactorKind
  secretSealed: string | null
  /** Null if the factor is required by the role and was never configured. */
  changedAt: Date | null
}

/** The person in question, and whether somebody who manages them requires a second factor. */
export interface FactorOwner {
  userId: string
  kind: UserKind
  factorDemanded: boolean
}

/** In production, mail is sent only through a server that the operator has configured. */
export const canMailCodes = ({ config }: Pick<Platform, 'config'>): boolean =>
  !config.production || config.SMTP_URL !== undefined

/**
 * The operator's people need a second factor in production, as do people for whom it is required, provided mail can be
 * sent: those who have not set one up get codes by mail.
 */
export const isRequired = (
  platform: Pick<Platform, 'config'>,
  { kind, factorDemanded }: Omit<FactorOwner, 'userId'>,
): boolean =>
  canMailCodes(platform) &&
  (factorDemanded || (platform.config.production && (kind === 'rootSystem' || kind === 'rootAdmin')))

/** The factor of an account, or null for none. */
export async function factorOf(platform: Platform, person: FactorOwner): Promise<Factor | null> {
  const { rows } = await platform.appPool.query<{ kind: FactorKind; secret_sealed: string | null; changed_at: Date }>({
    name: 'find-factor',
    text: 'select kind, secret_sealed, changed_at from second_factor where user_id = $1',
    values: [person.userId],
  })
  const row = rows[0]
  if (row) return { userId: person.userId, kind: row.kind, secretSealed: row.secret_sealed, changedAt: row.changed_at }
  if (!isRequired(platform, person)) return null
  return { userId: person.userId, kind: 'email', secretSealed: null, changedAt: null }
}

const contextOf = (userId: string): string => `second_factor.secret_sealed.${userId}`
export const openSecret = (platform: Platform, factor: Factor): string =>
  platform.secrets.open(factor.secretSealed!, contextOf(factor.userId))

/** Turns a factor on, replacing any other. `step` is the authenticator's step that was verified with it. */
export async function saveFactor(
  tx: Tx,
  platform: Platform,
  userId: string,
  factor: { kind: FactorKind; secret: string | null; step: number | null },
): Promise<void> {
  await tx.query(
    `insert into second_factor (user_id, kind, secret_sealed, last_step, changed_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set kind = $2, secret_sealed = $3, last_step = $4, changed_at = $5`,
    [
      userId,
      factor.kind,
      factor.secret === null ? null : platform.secrets.seal(factor.secret, contextOf(userId)),
      factor.step,
      new Date(machineTime(platform.clock)),
    ],
  )
}

export async function removeFactor(tx: Tx, userId: string): Promise<void> {
  await tx.query('delete from second_factor where user_id = $1', [userId])
  await tx.query('delete from recovery_code where user_id = $1', [userId])
}

const recoveryCodeCount = 10
const recoveryForm = /^[a-z2-7]{5}-?[a-z2-7]{5}$/
const foldRecovery = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')
export const isRecoveryCode = (code: string): boolean => recoveryForm.test(code.toLowerCase().replaceAll(/\s/g, ''))

/** Keyed hashes, the first of which is stored: 50 bits could be brute-forced from a plain one. */
export const recoveryHashes = (platform: Platform, userId: string, code: string): Buffer[] =>
  platform.secrets.keyedHashes(`recovery code\n${userId}\n${foldRecovery(code)}`)

/** New recovery codes, replacing all old ones. They are shown once; only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Tx, platform: Platform, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx.query('delete from recovery_code where user_id = $1', [userId])
  await tx.query('insert into recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => recoveryHashes(platform, userId, code)[0]),
  ])
  return codes
}

export async function countRecoveryCodes(platform: Platform, userId: string): Promise<number> {
  const { rows } = await platform.appPool.query<{ count: number }>(
    'select count(*)::int as count from recovery_code where user_id = $1 and used_at is null',
    [userId],
  )
  return rows[0]!.count
}
