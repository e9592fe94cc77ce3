import { z } from 'zod'
import { nameOfField, rareFields } from '#contract/integrations/services.ts'
import { valueOf } from '../map-fields.ts'
import { readJson } from '../read-status.ts'
import { success, type Service } from '../service.ts'
import { shareSheet } from './sharing.ts'
import {
  addColumns,
  appendRows,
  columns,
  openSheet,
  readHeader,
  readIds,
  sheetState,
  strikeThroughRow,
} from './sheet.ts'
import { googleOauth, readGoogleFailure } from './tokens.ts'

const profile = z.object({ user: z.object({ emailAddress: z.string() }) })

/** One sheet per campaign, created and owned by the account, with a row for each lead. */
export const definition: Service = {
  headersOf: (credential) => ({ authorization: `Bearer ${credential['access_token']}` }),
  // Google allows 60 reads and 60 writes a minute per account; a batch takes three or four requests.
  pace: { count: 60, perSeconds: 60, of: 'connection' },
  batch: 16,
  readFailure: readGoogleFailure,
  oauth: googleOauth,
  sharesWithRecipients: true,
  storesTestState: true,
  async findAccount(session) {
    const url = `${session.config.GOOGLE_DRIVE_URL}/about?fields=user(emailAddress)`
    return { account: readJson(profile, await session.request({ method: 'GET', url })).user.emailAddress }
  },
  preview: (lead) =>
    [...columns, ...rareFields.filter((field) => valueOf(lead, field) !== '')].map((field) => ({
      target: nameOfField(field),
      value: valueOf(lead, field),
    })),
  async send(session, leads, target) {
    const opening = await openSheet(session, target)
    await shareSheet(session, opening, target)
    const sentLeads = leads.map(({ lead }) => lead)
    const sheet = await addColumns(opening, sentLeads, target)
    const places = await readHeader(session, sheet)
    // Appending doesn't detect repeats: if a lead may be a repeat, read the sheet's ids first.
    const there = leads.some(({ isRepeat }) => isRepeat) ? await readIds(session, sheet, places.get('id')!) : new Map()
    const missing = sentLeads.filter(({ id }) => !there.has(id))
    if (missing.length > 0) await appendRows(session, sheet, places, missing)
    return leads.map(() => success)
  },
  async takeBack(session, { leadId }, target) {
    const state = sheetState.safeParse(target.state)
    if (!state.success) return 'done'
    const sheet = await openSheet(session, target)
    const columnOf = await readHeader(session, sheet)
    const row = (await readIds(session, sheet, columnOf.get('id')!)).get(leadId)
    if (row !== undefined) await strikeThroughRow(session, sheet, columnOf, row)
    return 'done'
  },
}
