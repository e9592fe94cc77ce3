import type { Language } from '#contract/core/language.ts'
import type { Text } from '#i18n/arabic.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Translate } from '#server/platform/translate.ts'

/** In which language a form speaks, and where it is sent. */
export interface Say {
  t: Translate
  action: string
  language: Language
}

export const form = ({ t, action }: Say, step: string, button: Text, fields: string[]): string =>
  `<form method="post" action="${action}">${hiddenField('step', step)}${fields.join('')}<button>${escapeHtml(t(button))}</button></form>`

/** A second button of a form, before its last one, that sends a value of its own. */
export const choiceButton = ({ t }: Say, name: string, value: string, label: Text): string =>
  `<button name="${name}" value="${value}">${escapeHtml(t(label))}</button>`

export const hiddenField = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

interface Field {
  name: string
  /** Its own where a page has two fields of one name. */
  id?: string
  label: Text
  value: string
  error?: Text | undefined
  isOptional?: true
  attributes: string
}

export const field = ({ t }: Say, { name, id = name, label, value, error, isOptional, attributes }: Field): string =>
  [
    `<label for="${id}">${escapeHtml(t(label))}</label>`,
    `<input id="${id}" name="${name}" type="text" ${attributes}${isOptional ? '' : ' dir="ltr" required'} value="${escapeHtml(value)}"`,
    error === undefined ? '>' : `${invalid}>${problem(t, error)}`,
  ].join('')

/** For a few sentences in one's own words. */
export const textField = (
  { t }: Say,
  { name, label, value, error }: Omit<Field, 'attributes' | 'isOptional'>,
): string =>
  [
    `<label for="${name}">${escapeHtml(t(label))}</label>`,
    `<textarea id="${name}" name="${name}" rows="4" dir="auto" required maxlength="${maxText}"`,
    `${error === undefined ? '' : invalid}>${escapeHtml(value)}</textarea>`,
    error === undefined ? '' : problem(t, error),
  ].join('')

export const maxText = 1_000

/** One of a few, as names that are already in the reader's language. */
export const choiceField = (
  { t }: Say,
  { name, label, value, choices }: { name: string; label: Text; value: string; choices: [string, string][] },
): string =>
  [
    `<label for="${name}">${escapeHtml(t(label))}</label><select id="${name}" name="${name}">`,
    ...choices.map(
      ([key, text]) => `<option value="${key}"${key === value ? ' selected' : ''}>${escapeHtml(text)}</option>`,
    ),
    '</select>',
  ].join('')

const invalid = ' aria-invalid="true" aria-describedby="problem" autofocus'
const problem = (t: Translate, error: Text): string => `<p id="problem" role="alert">${escapeHtml(t(error))}</p>`
