import type { Language } from '#contract/core/language.ts'
import { privacyChoicesPath, privacyRequestsPath } from '#contract/privacy/choices-path.ts'
import type { Text } from '#i18n/arabic.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Translate } from '#server/platform/translate.ts'
import { paragraph } from './page-frame.ts'
import type { ShownRequest } from './requests.ts'

/** Which step of a request is shown. */
export type State =
  | { kind: 'start'; email: string; error?: Text }
  | { kind: 'code'; number: string; error?: Text }
  | { kind: 'find'; number: string; key: string; error?: Text }
  | { kind: 'request'; request: ShownRequest; key: string; isNew: boolean }

export function mainHtml(t: Translate, language: Language, state: State): string {
  const say: Say = { t, action: `${privacyRequestsPath}?language=${language}`, language }
  if (state.kind === 'start') return startHtml(say, state)
  if (state.kind === 'code') return codeHtml(say, state)
  if (state.kind === 'find') return findHtml(say, state) + againHtml(say)
  return requestHtml(say, state)
}

interface Say {
  t: Translate
  action: string
  language: Language
}

const startHtml = (say: Say, { email, error }: Extract<State, { kind: 'start' }>): string =>
  [
    paragraph(say.t('Ask what is held about you, where it came from, and to whom it was disclosed.')),
    paragraph(say.t('You need no account, and it costs nothing. A code by email shows that the address is yours.')),
    form(say, 'start', 'Send me a code', [
      field(say, {
        name: 'email',
        label: 'Email address',
        value: email,
        error,
        attributes: 'inputmode="email" autocomplete="email" maxlength="254"',
      }),
    ]),
    paragraph(
      say.t('Everybody gets the same email: neither it nor this page tells whether we know the address.'),
      'quiet',
    ),
    `<p><a href="${privacyChoicesPath}?language=${say.language}">${escapeHtml(say.t('Only opt out, at once and without a code'))}</a></p>`,
    findHtml(say, { number: '', key: '' }),
  ].join('')

const codeHtml = (say: Say, { number, error }: Extract<State, { kind: 'code' }>): string =>
  [
    '<div role="status">',
    paragraph(say.t('A code is on its way to the address. It works for 15 minutes.')),
    paragraph(say.t('Your request has the number {number}.', { number })),
    '</div>',
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

function requestHtml(say: Say, { request, key, isNew }: Extract<State, { kind: 'request' }>): string {
  const { t } = say
  const day = new Intl.DateTimeFormat(say.language, { dateStyle: 'long', timeZone: 'UTC' })
  const dates: [Text, Date | null][] = [
    ['Date of the request', request.received_at],
    ['Address confirmed', request.proved_at],
    ['First answered', request.done_at],
    ['To be answered by', request.due_at],
  ]
  const rows = dates.flatMap(([label, at]) =>
    at ? [`<dt>${escapeHtml(t(label))}</dt><dd>${escapeHtml(day.format(at))}</dd>`] : [],
  )
  return [
    `<div role="status"><h2>${escapeHtml(t(isNew ? 'Your address is confirmed' : 'Your request'))}</h2>`,
    paragraph(t('Your request has the number {number}.', { number: request.number })),
    `<p>${escapeHtml(t('Its key, to come back to it:'))} <code dir="ltr">${escapeHtml(key.replaceAll(/(.{4})(?=.)/g, '$1-'))}</code></p></div>`,
    paragraph(t('Keep both: nobody can tell them to you again.'), 'quiet'),
    `<dl>${rows.join('')}</dl>`,
    request.hashes === null
      ? paragraph(t('Its time is over, and the address is forgotten. Ask again to see what is held now.'))
      : fileHtml(say, request.number, key),
  ].join('')
}

const fileHtml = (say: Say, number: string, key: string): string =>
  [
    `<h2>${escapeHtml(say.t('Your data as a file'))}</h2>`,
    paragraph(say.t('The file names kinds of data, sources, and every company that got them, with dates.')),
    paragraph(
      say.t(
        'Others may read your email. To see the data themselves, also state your last name and ZIP code as we hold them.',
      ),
    ),
    form(say, 'file', 'Download the file', [
      hiddenField('number', number),
      hiddenField('key', key),
      field(say, {
        name: 'last_name',
        label: 'Last name (optional)',
        value: '',
        isOptional: true,
        attributes: 'autocomplete="family-name" maxlength="100"',
      }),
      field(say, {
        name: 'zip',
        label: 'ZIP code (optional)',
        value: '',
        isOptional: true,
        attributes: 'autocomplete="postal-code" maxlength="10"',
      }),
      `<label class="box"><input type="checkbox" name="declared" value="yes"> ${escapeHtml(say.t('I declare that I am this person.'))}</label>`,
    ]),
  ].join('')

const againHtml = (say: Say): string => `<p><a href="${say.action}">${escapeHtml(say.t('Ask again'))}</a></p>`

const form = ({ t, action }: Say, step: string, button: Text, fields: string[]): string =>
  `<form method="post" action="${action}">${hiddenField('step', step)}${fields.join('')}<button>${escapeHtml(t(button))}</button></form>`

const hiddenField = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

interface Field {
  name: string
  label: Text
  value: string
  error?: Text | undefined
  isOptional?: true
  attributes: string
}

const field = ({ t }: Say, { name, label, value, error, isOptional, attributes }: Field): string =>
  [
    `<label for="${name}">${escapeHtml(t(label))}</label>`,
    `<input id="${name}" name="${name}" type="text" ${attributes}${isOptional ? '' : ' dir="ltr" required'} value="${escapeHtml(value)}"`,
    error === undefined
      ? '>'
      : ` aria-invalid="true" aria-describedby="problem" autofocus><p id="problem" role="alert">${escapeHtml(t(error))}</p>`,
  ].join('')
