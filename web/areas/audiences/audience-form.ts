import { saveAudience, listAudiences, getAudience, type Audience } from '#contract/audiences/audiences.ts'
import {
  maxDays,
  maxTimes,
  traitChoices,
  traits,
  valueProblem,
  type Condition,
  type Definition,
  type Part,
  type Trait,
} from '#contract/audiences/definition.ts'
import { useAction } from '../../api/hooks.ts'
import { asFailure, CallFailure } from '../../api/failure.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'

/** Subject of a condition: a trait, or one of the other kinds. */
export type Subject = Trait | Exclude<Condition['kind'], 'trait'>

/** A condition as a line of the form. Fields that its subject does not use keep what was typed. */
export type ConditionValues = {
  key: number
  subject: Subject
  values: string[]
  page: string
  least: number | string
  phrase: string
  organizationId: string
  listId: string
  days: number | string
}
export type Side = 'include' | 'exclude'
export type AudienceValues = {
  clientId: string
  name: string
  includeMatch: Part['match']
  include: ConditionValues[]
  excludeMatch: Part['match']
  exclude: ConditionValues[]
}

let lines = 0
export const emptyCondition = (subject: Subject): ConditionValues => ({
  key: lines++,
  subject,
  values: [],
  page: '',
  least: 1,
  phrase: '',
  organizationId: '',
  listId: '',
  days: 30,
})

export const isTrait = (subject: Subject): subject is Trait => (traits as readonly string[]).includes(subject)

function lineOf(condition: Condition): ConditionValues {
  const line = emptyCondition(condition.kind === 'trait' ? condition.trait : condition.kind)
  if (condition.kind === 'trait') return { ...line, values: condition.values }
  if (condition.kind === 'listed') return { ...line, listId: condition.list_id }
  if ('within_days' in condition) line.days = condition.within_days
  if (condition.kind === 'visited') return { ...line, page: condition.page, least: condition.least }
  if (condition.kind === 'lead') return { ...line, organizationId: condition.organization_id }
  return condition.kind === 'searched' ? { ...line, phrase: condition.phrase } : line
}

function conditionOf(line: ConditionValues): Condition {
  const { subject } = line
  const within_days = Number(line.days)
  if (isTrait(subject)) return { kind: 'trait', trait: subject, values: line.values }
  switch (subject) {
    case 'visited':
      return { kind: 'visited', page: line.page.trim(), least: Number(line.least), within_days }
    case 'lead':
      return { kind: 'lead', organization_id: line.organizationId, within_days }
    case 'converted':
      return { kind: 'converted', within_days }
    case 'searched':
      return { kind: 'searched', phrase: line.phrase.trim(), within_days }
    case 'excluded':
      return { kind: 'excluded' }
    case 'listed':
      return { kind: 'listed', list_id: line.listId }
  }
}

export const definitionOf = (values: AudienceValues): Definition => ({
  include: { match: values.includeMatch, conditions: values.include.map(conditionOf) },
  exclude: { match: values.excludeMatch, conditions: values.exclude.map(conditionOf) },
})

const valuesOf = (audience: Audience | null, clientId: string): AudienceValues => ({
  clientId: audience?.companyId ?? clientId,
  name: audience?.audience_name ?? '',
  includeMatch: audience?.definition.include.match ?? 'all',
  include: (audience?.definition.include.conditions ?? []).map(lineOf),
  excludeMatch: audience?.definition.exclude.match ?? 'any',
  exclude: (audience?.definition.exclude.conditions ?? []).map(lineOf),
})

const isCount = (value: number | string, most: number): boolean =>
  Number.isInteger(Number(value)) && Number(value) >= 1 && Number(value) <= most

/** First problem of a condition, with the field it belongs to; null if it is valid. */
function conditionProblem(line: ConditionValues, t: Translate): { field: string; message: string } | null {
  const { subject } = line
  if (isTrait(subject)) {
    if (line.values.length === 0)
      return { field: 'values', message: traitChoices[subject] ? t('Choose at least one.') : t('Enter at least one.') }
    const message = line.values.map((value) => valueProblem(subject, value)).find((problem) => problem !== null)
    return message ? { field: 'values', message: t(message) } : null
  }
  if (subject === 'visited' && !isCount(line.least, maxTimes))
    return { field: 'least', message: t('Enter a number from 1 to {most}.', { most: maxTimes }) }
  if (subject === 'listed') return line.listId === '' ? { field: 'listId', message: t('Choose a list.') } : null
  return subject === 'excluded' || isCount(line.days, maxDays)
    ? null
    : { field: 'days', message: t('Enter a number from 1 to {most}.', { most: maxDays }) }
}

/** Whether the size can be estimated: not while a condition is incomplete. */
export const isComplete = (values: AudienceValues, t: Translate): boolean =>
  values.clientId !== '' &&
  values.include.length + values.exclude.length > 0 &&
  [...values.include, ...values.exclude].every((line) => conditionProblem(line, t) === null)

function problemsOf(values: AudienceValues, t: Translate): Record<string, string> {
  const problems: Record<string, string> = {}
  if (values.clientId === '') problems['clientId'] = t('Choose a client.')
  if (values.name.trim() === '') problems['name'] = t('Enter a name.')
  if (values.include.length + values.exclude.length === 0) problems['include'] = t('Add at least one condition.')
  for (const side of ['include', 'exclude'] as const)
    for (const [at, line] of values[side].entries()) {
      const problem = conditionProblem(line, t)
      if (problem) problems[`${side}.${at}.${problem.field}`] = problem.message
    }
  return problems
}

/** Maps the server's names of a condition's fields to the form's names. */
const wireField = /^definition\.(include|exclude)\.conditions(?:\.(\d+)\.(\w+))?/
const formNames: Readonly<Record<string, string>> = {
  within_days: 'days',
  organization_id: 'organizationId',
  list_id: 'listId',
}

function inForm(error: unknown): CallFailure {
  const failure = asFailure(error)
  const entries = Object.entries(failure.fields).map(([field, message]) => {
    const [, side, at, name] = wireField.exec(field) ?? []
    return [!side ? field : name ? `${side}.${at}.${formNames[name] ?? name}` : side, message] as const
  })
  return Object.assign(failure, { fields: Object.fromEntries(entries) })
}

/** Binds the form to the `saveAudience` operation. */
export function useAudienceForm(
  audience: Audience | null,
  start: { clientId: string; onDone: () => void; onReload: () => void },
): ServerForm<AudienceValues> {
  const t = useT()
  const save = useAction(saveAudience, { invalidates: [listAudiences, getAudience] })
  return useServerForm<AudienceValues, { message: string }>({
    initialValues: valuesOf(audience, start.clientId),
    validate: (values) => problemsOf(values, t),
    fieldNames: { companyId: 'clientId', audience_name: 'name' },
    conflict: { onReload: start.onReload },
    send: (values, overwriting) =>
      save
        .mutateAsync({
          body: {
            companyId: values.clientId,
            audience_id: audience?.audience_id ?? '',
            audience_name: values.name.trim(),
            definition: definitionOf(values),
            ...(audience && { updated_at: String(overwriting ?? audience.updated_at) }),
          },
        })
        .catch((error: unknown) => {
          throw inForm(error)
        }),
    onDone: ({ message }) => {
      notifyDone(t(message))
      start.onDone()
    },
  })
}
