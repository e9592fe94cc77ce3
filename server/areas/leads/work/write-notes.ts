import { sentences } from '#contract/core/sentences.ts'
import type { addLeadNote, editLeadNote, removeLeadNote } from '#contract/leads/lead-work.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { publishEvents } from '#server/areas/integrations/publish-events.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { addEntries } from './add-entries.ts'
import { erasedFailure } from './change-lead.ts'
import { mailMentioned, readMentioned } from './mail-mentioned.ts'

// The log says that there is a note, never what it says: a note is about a person, and the log cannot be erased.

export const handleAddNote: Handler<typeof addLeadNote> = async ({ params, body }, call) => {
  const id = await call.inScope(async (tx) => {
    await log(tx, call, 'lead.leadNoteAdded', params.id)
    return addNote(tx, call, params.id, body.text)
  })
  return { result: 'success', message: 'The note was added.', data: { id } }
}

/** Adds a note to the lead that the call is about, mails whom it mentions, and returns its id. */
export async function addNote(tx: Tx, call: SignedInCall, leadId: string, note: string): Promise<string> {
  const { rootId, agencyId, clientId } = call.object!
  await assertNotErased(tx, agencyId!, leadId)
  const book = { rootId, agencyId: agencyId! }
  const mentions = await readMentioned(tx, call, note)
  const [id] = await addEntries(tx, call, book, [{ leadId, clientId: clientId!, kind: 'note', note, mentions }])
  await mailMentioned(tx, call, leadId, mentions)
  const event = { clientId, data: { id: leadId, client_id: clientId!, note_id: id! } }
  await publishEvents(tx, book, call.platform.clock.now(), 'lead.note_added', [event])
  return id!
}

export const handleEditNote: Handler<typeof editLeadNote> = async ({ params, body }, call) => {
  await call.inScope(async (tx) => {
    await write(tx, call, params.id, params.note_id, body.text)
    await log(tx, call, 'lead.leadNoteEdited', params.id)
  })
  return { result: 'success', message: 'The note was saved.' }
}

export const handleRemoveNote: Handler<typeof removeLeadNote> = async ({ params }, call) => {
  await call.inScope(async (tx) => {
    await write(tx, call, params.id, params.note_id, '')
    await log(tx, call, 'lead.leadNoteRemoved', params.id)
  })
  return { result: 'success', message: 'The note was removed.' }
}

/** Nothing would erase a note that is added after the lead's person was erased. */
async function assertNotErased(tx: Tx, agencyId: string, leadId: string): Promise<void> {
  const { rows } = await tx.query<{ is_erased: boolean }>(
    `select campaign.leads_erased_at is not null or client.purged_at is not null as is_erased
       from lead join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
       join company client on client.id = lead.client_id
      where lead.agency_id = $1 and lead.id = $2`,
    [agencyId, leadId],
  )
  if (rows[0]!.is_erased) throw erasedFailure()
}

/** Replaces the text of a note. Somebody else's looks like a made-up one, as does one that was removed or erased. */
async function write(tx: Tx, call: SignedInCall, leadId: string, noteId: string, text: string): Promise<void> {
  const { rowCount } = await tx.query(
    `update lead_entry set note = $5, edited_at = $6
      where agency_id = $1 and id = $2 and lead_id = $3 and by_id = $4 and kind = 'note' and note <> ''`,
    [call.object!.agencyId, noteId, leadId, call.caller.userId, text, dateOf(call.platform.clock.now())],
  )
  if (!rowCount) throw invalid('note_id', sentences.id)
}

const log = (tx: Tx, call: SignedInCall, action: `lead.leadNote${string}`, leadId: string): Promise<void> =>
  recordActivity(tx, call, { action, target: { kind: 'lead', id: leadId } })
