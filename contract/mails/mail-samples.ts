import { z } from 'zod'
import { open, type Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { languages } from '../core/language.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import { mailKindNames } from './kinds.ts'

export const sampleName = z
  .string()
  .max(60)
  .regex(/^[A-Za-z_]+$/, sentences.token)
const language = z.enum(languages)

const owners: Access = { rootSystem: { reach: ['own'] }, agencyOwner: { reach: ['own'] } }

export const listMailSamples = operation({
  id: 'own',
  name: 'listMailSamples',
  area: 'mails',
  method: 'GET',
  path: '/configuration/mails/{companyID}',
  summary: 'Lists every email that is sent in the company’s name, with invented data, as text.',
  params: z.strictObject({ companyID: id }),
  query: z.strictObject({ lang: language.default('en') }),
  answer: z.object({
    data: z.array(z.object({ name: z.string(), kind: z.enum(mailKindNames), subject: z.string(), text: z.string() })),
  }),
  access: owners,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const sendMailSample = operation({
  id: 'own',
  name: 'sendMailSample',
  area: 'mails',
  method: 'POST',
  path: '/configuration/mails/send',
  summary: 'Sends one of the company’s emails, with invented data, to the caller.',
  body: z.strictObject({ companyID: id, name: sampleName, lang: language }),
  answer: doneAnswer,
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 20, perSeconds: 3600, by: 'user' }],
  logged: false,
})

export const showMailSample = operation({
  id: 'own',
  name: 'showMailSample',
  area: 'mails',
  method: 'GET',
  path: '/mail-samples/{name}',
  summary: 'Serves the page of the frame with one of the host’s emails, with invented data.',
  params: z.strictObject({ name: sampleName }),
  query: z.strictObject({ lang: language.default('en'), theme: z.enum(['light', 'dark']).default('light') }),
  answer: z.string(),
  transport: 'page',
  // It shows nobody's data, and a frame's request carries no session.
  access: open,
  limits: [{ count: 120, perSeconds: 60, by: 'address' }],
})
