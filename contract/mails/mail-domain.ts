import { z } from 'zod'
import { dnsCheckLimits } from '../branding/custom-domain.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, flag, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** The records by which receivers trust a domain’s email, in the order in which they are explained. */
export const mailRecordKinds = ['spf', 'dkim', 'dmarc'] as const
export type MailRecordKind = (typeof mailRecordKinds)[number]

/** What a check found of a record, for the person who sets it. */
export const mailRecordStates = {
  unknown: 'Not checked yet.',
  ok: 'The record was found.',
  missing: 'The record was not found.',
  differs: 'A record was found, but its key isn’t this one.',
  several: 'There is more than one such record, so receivers ignore them. Keep one.',
  open: 'The record allows every server to send in your name. End it with ~all or -all.',
  invalid: 'A record was found, but it says nothing that receivers understand.',
} as const
export type MailRecordState = keyof typeof mailRecordStates
const states = Object.keys(mailRecordStates) as [MailRecordState, ...MailRecordState[]]

const mailDomain = z.object({
  domain: z.string().meta({ description: 'The domain of the From address; empty without a mail server of its own.' }),
  checked_at: instant.nullable(),
  signs: flag.meta({ description: 'Whether email is signed (DKIM): once the key’s record was found.' }),
  broken_since: instant.nullable().meta({ description: 'Since when a record that had been right is not.' }),
  records: z.array(
    z.object({
      kind: z.enum(mailRecordKinds),
      state: z.enum(states),
      name: z.string().meta({ description: 'The name of the TXT record.' }),
      value: z.string().meta({ description: 'The value to add; empty if the domain’s own record can stay.' }),
      found: z.string().meta({ description: 'The domain’s own record, as found; empty if there is none.' }),
    }),
  ),
})
export type MailDomain = Plain<z.output<typeof mailDomain>>

/** As the mail server whose sender it belongs to: for owners and the operator only. */
const owners: Access = { rootSystem: { reach: ['own', 'below'] }, agencyOwner: { reach: ['own'] } }

export const readMailDomain = operation({
  id: 'own',
  name: 'readMailDomain',
  area: 'mails',
  method: 'GET',
  path: '/configuration/mail-domain/{companyID}',
  summary: 'Reads the DNS records of the domain that a company’s email is sent from, as the last check found them.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({ result: z.literal('success'), data: mailDomain }),
  access: owners,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const checkMailDomain = operation({
  id: 'own',
  name: 'checkMailDomain',
  area: 'mails',
  method: 'POST',
  path: '/configuration/mail-domain/check',
  summary: 'Checks the DNS records of the domain that a company’s email is sent from now.',
  body: z.strictObject({ companyID: id }),
  answer: doneWith(mailDomain),
  errors: ['conflict'],
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: dnsCheckLimits,
  // The result of a check is logged when signing starts or stops.
  logged: false,
})
