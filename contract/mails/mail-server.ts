import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { plainServer } from '../core/hosts.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, flag, instant, line } from '../core/wire.ts'
import { email } from '../sign-in/session.ts'
import { sentences } from '../core/sentences.ts'

/** TLS from the first byte, after STARTTLS, or none at all. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const
/** Ports on which mail servers accept submissions. */
export const mailPorts = [25, 465, 587, 2525] as const

/** Why a mail server did not accept a mail, and what to do about it. None of them quotes the server's reply. */
export const mailProblems = {
  refused_address: 'This address isn’t allowed. Use a public mail server on port 25, 465, 587 or 2525.',
  dns: 'The mail server was not found. Check the host.',
  connect: 'The mail server could not be reached. Check host and port.',
  tls: 'A secure connection failed. Check the mail server’s security setting and certificate.',
  auth: 'The mail server refused the sign-in. Check user name and password.',
  sender: 'The mail server refused the sender. Check the sender address.',
  recipient: 'The mail server refused your address as the recipient.',
  busy: 'The mail server asked to try again later.',
  rejected: 'The mail server refused the message.',
  timeout: 'The mail server did not respond in time. Check host, port and security.',
  not_set_up: 'No mail server is set up.',
} as const
export type MailProblemName = keyof typeof mailProblems
const problems = Object.keys(mailProblems) as [MailProblemName, ...MailProblemName[]]

const optional = (max: number) => z.union([z.literal(''), line(max)])

/** A company's mail server settings. An empty host removes the server; the other fields are then ignored. */
export const mailServerFields = {
  host: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .max(253)
      .overwrite((text) => plainServer(text) ?? text)
      .refine((text) => plainServer(text) === text, sentences.mailServer),
  ]),
  port: z.int().min(1).max(65_535),
  security: z.enum(mailSecurities),
  /** Empty: no authentication. */
  username: optional(255),
  from_name: optional(80),
  from_email: z.union([z.literal(''), email]),
}
/** Never returned. If omitted, the stored password is kept, as long as server and user name stay the same. */
export const mailServerPassword = z
  .string()
  .min(1)
  .max(1_024)
  .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters)
  .optional()

export const mailServerSetting = z.object({
  settingname: z.literal('smtp'),
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  username: z.string(),
  from_name: z.string(),
  from_email: z.string(),
  /** Whether a password is stored. */
  has_password: flag,
  /** `failing` after three failures in a row: mail then goes through the platform's server until it works again. */
  state: z.enum(['none', 'ok', 'failing']),
  /** Why the last mail was not accepted; empty if it was. */
  cause: z.enum(['', ...problems]),
  failing_since: instant.nullable(),
})

/** Whoever sets the mail server can read all mail: for owners and the operator only. */
const owners: Access = { rootSystem: { reach: ['own', 'below'] }, agencyOwner: { reach: ['own'] } }
const answer = z.object({
  ...doneAnswer.shape,
  data: z.object({
    /** Where the mail was sent: always the caller's own address. */
    to: z.string(),
    from: z.string(),
    /** The server that accepted it; empty for the platform's own. */
    host: z.string(),
  }),
})

export const testSmtp = operation({
  id: 'C047',
  name: 'testSmtp',
  area: 'mails',
  method: 'POST',
  path: '/configuration/user/testsmtp',
  summary: 'Sends a test email to the caller through the mail server settings as entered. Nothing is stored.',
  body: z.strictObject({ companyID: id, ...mailServerFields, password: mailServerPassword }),
  answer,
  errors: ['conflict'],
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 5, perSeconds: 3600, by: 'user' }],
  logged: false,
})

export const sendTestMail = operation({
  id: 'C179',
  name: 'sendTestMail',
  area: 'mails',
  method: 'POST',
  path: '/configuration/setting/test-email',
  summary:
    'Sends a test email to the caller through the mail server that the company’s email uses now, its own or another.',
  body: z.strictObject({ companyID: id }),
  answer,
  errors: ['conflict'],
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 5, perSeconds: 3600, by: 'user' }],
  logged: false,
})
