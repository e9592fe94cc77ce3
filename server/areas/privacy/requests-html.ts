import type { Language } from '#contract/core/language.ts'
import type { AskedKind } from '#contract/privacy/choices.ts'
import { privacyChoicesPath, privacyRequestsPath } from '#contract/privacy/choices-path.ts'
import { stateLaws } from '#contract/privacy/state-laws.ts'
import type { Text } from '#i18n/arabic.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Translate } from '#server/platform/translate.ts'
import { choiceField, field, form, hiddenField, type Say } from './form-html.ts'
import { paragraph } from './page-frame.ts'
import { keyHtml, requestHtml, type OpenedRequest } from './request-html.ts'

/** Which step of a request is shown. */
export type State =
  | {
      kind: 'start'
      asked: AskedKind
      stateCode: string
      email: string
      agent: string
      error?: Text
      agentError?: Text
    }
  | { kind: 'agent'; number: string; key: string }
  | { kind: 'code'; number: string; error?: Text }
  | { kind: 'find'; number: string; key: string; error?: Text }
  | OpenedRequest

export function mainHtml(t: Translate, language: Language, state: State): string {
  const say: Say = { t, action: `${privacyRequestsPath}?language=${language}`, language }
  if (state.kind === 'start') return startHtml(say, state)
  if (state.kind === 'code') return codeHtml(say, state)
  if (state.kind === 'agent') return agentHtml(say, state)
  if (state.kind === 'find') return findHtml(say, state) + againHtml(say)
  return requestHtml(say, state)
}

const startHtml = (
  say: Say,
  { asked, stateCode, email, agent, error, agentError }: Extract<State, { kind: 'start' }>,
): string =>
  [
    paragraph(say.t('Ask what is held about you, where it came from, and to whom it was disclosed.')),
    paragraph(say.t('Have it deleted, or corrected.')),
    paragraph(say.t('You need no account, and it costs nothing. A code by email shows that the address is yours.')),
    form(say, 'start', 'Send me a code', [
      choiceField(say, { name: 'kind', label: 'What do you want?', value: asked, choices: kindChoices(say) }),
      field(say, {
        name: 'email',
        label: 'Email address',
        value: email,
        error,
        attributes: 'inputmode="email" autocomplete="email" maxlength="254"',
      }),
      choiceField(say, { name: 'state', label: 'State where you live', value: stateCode, choices: stateChoices(say) }),
      ...agentFields(say, agent, agentError),
    ]),
    paragraph(say.t('The state’s law decides until when we answer: within 45 days in most.'), 'quiet'),
    paragraph(
      say.t('Everybody gets the same email: neither it nor this page tells whether we know the address.'),
      'quiet',
    ),
    `<p><a href="${privacyChoicesPath}?language=${say.language}">${escapeHtml(say.t('Only opt out, at once and without a code'))}</a></p>`,
    confirmHtml(say),
    findHtml(say, { number: '', key: '' }),
  ].join('')

/** Whoever asks for somebody else. An opt-out needs none of it. */
const agentFields = (say: Say, agent: string, error: Text | undefined): string[] => [
  field(say, {
    name: 'agent',
    label: 'Only if you ask for someone else: your name',
    value: agent,
    error,
    isOptional: true,
    attributes: 'autocomplete="organization" maxlength="60"',
  }),
  `<label class="box"><input type="checkbox" name="permission" value="yes"> ${escapeHtml(say.t('I have this person’s signed permission to ask for them.'))}</label>`,
]

/** An agent's request: the key that opens it as soon as the person has confirmed it. */
const agentHtml = (say: Say, { number, key }: Extract<State, { kind: 'agent' }>): string =>
  [
    '<div role="status">',
    paragraph(say.t('We asked the person by email to confirm that you act for them, within 7 days.')),
    paragraph(say.t('Your request has the number {number}.', { number })),
    `${keyHtml(say, key)}</div>`,
    paragraph(say.t('Both open the request as soon as the person has confirmed it.')),
    paragraph(say.t('Keep both: nobody can tell them to you again.'), 'quiet'),
    againHtml(say),
  ].join('')

const confirmHtml = (say: Say): string =>
  [
    `<h2>${escapeHtml(say.t('Confirm what an agent asks for you'))}</h2>`,
    form(say, 'prove', 'Confirm', [
      field(say, {
        name: 'number',
        id: 'agents-number',
        label: 'Number of the request',
        value: '',
        attributes: 'autocomplete="off" maxlength="20"',
      }),
      field(say, {
        name: 'code',
        label: 'Code from the email',
        value: '',
        attributes: 'autocomplete="one-time-code" maxlength="20"',
      }),
    ]),
  ].join('')

const kindChoices = ({ t }: Say): [AskedKind, string][] => [
  ['see', t('See what is held')],
  ['delete', t('Delete what is held')],
  ['correct', t('Correct what is held')],
]

const stateChoices = ({ t }: Say): [string, string][] => [
  ['', t('Another state, or rather not')],
  ...Object.entries(stateLaws)
    .map(([code, { name }]): [string, string] => [code, name])
    .toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
]

const codeHtml = (say: Say, { number, error }: Extract<State, { kind: 'code' }>): string =>
  [
    '<div role="status">',
    paragraph(say.t('A code is on its way to the address. It works for 15 minutes.')),
    paragraph(say.t('Your request has the number {number}.', { number })),
    '</div>',
    paragraph(say.t('If none comes, too many were asked for: try again in an hour.'), 'quiet'),
    form(say, 'prove', 'Confirm', [
      hiddenField('number', number),
      field(say, {
        name: 'code',
        label: 'Code from the email',
        value: '',
        error,
        attributes: 'autocomplete="one-time-code" maxlength="20"',
      }),
    ]),
    againHtml(say),
  ].join('')

const findHtml = (say: Say, { number, key, error }: { number: string; key: string; error?: Text }): string =>
  [
    `<h2>${escapeHtml(say.t('Look up a request'))}</h2>`,
    form(say, 'look', 'Show the request', [
      field(say, {
        name: 'number',
        label: 'Number of the request',
        value: number,
        error,
        attributes: 'autocomplete="off" maxlength="20"',
      }),
      field(say, {
        name: 'key',
        label: 'Key of the request',
        value: key,
        attributes: 'autocomplete="off" maxlength="40"',
      }),
    ]),
  ].join('')

const againHtml = (say: Say): string => `<p><a href="${say.action}">${escapeHtml(say.t('Ask again'))}</a></p>`
