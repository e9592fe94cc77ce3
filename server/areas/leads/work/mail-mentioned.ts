import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Translate } from '#server/platform/translate.ts'
import { readAssignees } from './list-assignees.ts'
import { mailAboutLeads, type MailedLeads } from './mail-assigned.ts'

/** The ids of people other than its author whom a note names with an @, as far as its author sees them and they see the lead. */
export async function readMentioned(tx: Tx, call: SignedInCall, note: string): Promise<string[]> {
  if (!note.includes('@')) return []
  const { agencyId, clientId } = call.object!
  const people = await readAssignees(tx, { agencyId: agencyId!, clientId: clientId! })
  return findMentioned(note, people).filter((userId) => userId !== call.caller.userId)
}

/**
 * Mails people that a note mentions them. The mail repeats nothing of the note, which can be erased, and does not say who wrote
 * it: an agency's clients don't see its people.
 */
export async function mailMentioned(
  tx: Tx,
  { platform, object }: SignedInCall,
  leadId: string,
  userIds: readonly string[],
): Promise<void> {
  const book = { rootId: object!.rootId, agencyId: object!.agencyId! }
  for (const userId of userIds)
    await mailAboutLeads(tx, platform, book, userId, [leadId], { kind: 'mentions', textOf: mentionText })
}

/** The ids of those whose full name follows an @. The longest name wins, so that Ann Lee is not taken for Ann. */
export function findMentioned(note: string, people: readonly { id: string; name: string }[]): string[] {
  const names = people.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const ids = new Set<string>()
  for (const [, words] of note.toLowerCase().matchAll(/@([^@]+)/gu)) {
    const name = names.find(({ name }) => startsWithName(words!, name.toLowerCase()))?.name.toLowerCase()
    // People of the same name are all meant.
    for (const person of names) if (person.name.toLowerCase() === name) ids.add(person.id)
  }
  return [...ids]
}

const startsWithName = (words: string, name: string): boolean =>
  words.startsWith(name) && !/^[\p{L}\p{N}]/u.test(words.slice(name.length))

const mentionText =
  ({ id, name, campaign, url }: Pick<MailedLeads, 'id' | 'name' | 'campaign' | 'url'>) =>
  (say: Translate): MailContent => ({
    title: say('You were mentioned: {lead}', { lead: name === '' ? campaign : name }),
    paragraphs: [say('A note about this lead names you. You read it on the lead’s page.')],
    facts: [[say('Campaign'), campaign]],
    ...(url && { button: { label: say('Open lead'), url } }),
    thread: `lead ${id}`,
  })

/** With invented data. */
export const samples: MailSamples = {
  lead_mentioned: {
    kind: 'mentions',
    write: (say, _language, { url }) =>
      mentionText({ id: '1', name: fiction.lead, campaign: fiction.campaign, url: url('/') })(say),
  },
}
