import { createHash } from 'node:crypto'
import type { ActivityAction } from '#contract/activity/actions.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A form's values, by field name. */
export type FormFields = Readonly<Record<string, unknown>>

const digestLength = 4
/** 24 bits of a field's value: enough to detect a change, too few to recover the value. */
const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, digestLength)

/**
 * Identifies the contents of a form: when it was read, and a short digest of each field. It is computed from what is
 * stored, so that every way to change a field counts, and no table needs a version number.
 */
export const formVersionOf = ({ clock }: Pick<Platform, 'clock'>, fields: FormFields): string =>
  `${machineTime(clock).toString(36)}.${Object.values(fields).map(digestOf).join('')}`

interface SavedForm {
  /** The tenant whose book holds the form's entries. */
  bookId: string
  targetId: string
  /** The actions of entries about the form, to find the names of those who changed it. */
  actions: readonly ActivityAction[]
  /** The current form, read under the lock under which it is saved. */
  fields: FormFields
  /** If a save writes only some fields, which: others' changes to the rest do not conflict with it. */
  written?: readonly string[] | undefined
}

/**
 * Refuses to overwrite somebody else's changes since the form was read, and says who, when and which fields. Without a
 * version the last save wins, as documented.
 */
export async function assertFormUnchanged(
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  version: string | undefined,
  form: SavedForm,
): Promise<void> {
  if (version === undefined) return
  const current = formVersionOf(platform, form.fields)
  const [readAt, was] = partsOf(version)
  const [now, is] = partsOf(current)
  if (was === is) return
  const changedNames = Object.keys(form.fields)
    .filter((_name, at) => digestAt(was, at) !== digestAt(is, at))
    .filter((name) => form.written?.includes(name) ?? true)
  if (changedNames.length === 0 && was.length === is.length) return
  const { names, changedAt } = await readChanges(tx, form, dateFrom(readAt))
  throw new Failure('conflict', {
    change: {
      current,
      changed_at: (changedAt ?? dateFrom(now)).toISOString(),
      changed_by: names,
      // If the form had other fields then, there is no telling which ones changed.
      changed_fields: was.length === is.length ? changedNames : [],
    },
  })
}

const partsOf = (version: string): [readAt: string, digests: string] => {
  const [readAt = '', digests = ''] = version.split('.')
  return [readAt, digests]
}
const digestAt = (digests: string, at: number): string => digests.slice(at * digestLength, (at + 1) * digestLength)

/** A version may contain any number; it is limited to the largest valid date. */
const dateFrom = (text: string): Date => new Date(Math.min(Number.parseInt(text, 36), 8.64e15))

/** How many entries of a book are searched for a conflict: an editor has loaded the form within this many. */
const maxEntries = 1000

/** Names outside the caller's scope are omitted: an agency does not see the operator's people. */
async function readChanges(
  tx: Tx,
  { bookId, targetId, actions }: SavedForm,
  readAt: Date,
): Promise<{ names: string[]; changedAt: Date | undefined }> {
  const { rows } = await tx.query<{ name: string | null; at: Date }>(
    `select actor.full_name as name, entry.at
     from (select * from activity where book_id = $1 order by seq desc limit ${maxEntries}) entry
     left join app_user actor on actor.id = entry.actor_id
     where entry.target_id = $2 and entry.action = any ($3) and entry.at >= $4
     order by entry.seq desc`,
    [bookId, targetId, actions, readAt],
  )
  const names = [...new Set(rows.flatMap(({ name }) => name || []))].toReversed()
  return { names, changedAt: rows[0]?.at }
}
