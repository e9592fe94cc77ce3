import { notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { activateLocale } from '../i18n/texts.tsx'
import { notify } from './notify.tsx'

beforeEach(() => {
  activateLocale('en')
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [] })
})
const shown = () => notificationsStore.getState().notifications

test('R125: there are five kinds of notices; what needs attention interrupts a screen reader', () => {
  for (const kind of ['info', 'primary', 'danger', 'warning', 'success'] as const) notify(kind, kind)
  expect(shown().map((one) => [one['data-kind'], one.role])).toEqual([
    ['info', 'status'],
    ['primary', 'status'],
    ['danger', 'alert'],
    ['warning', 'alert'],
    ['success', 'status'],
  ])
})

test('R124: a notice closes after five seconds, one about the account stays until it is closed', () => {
  notify('success', 'Data has been updated successfully')
  notify('danger', 'Complete your payment setup first', { stays: true })
  expect(shown().map(({ autoClose }) => autoClose)).toEqual([5000, false])
})

test('the same sentence is shown once, however often it is said', () => {
  for (let said = 0; said < 3; said++) notify('success', 'Data has been updated successfully')
  notify('danger', 'Data has been updated successfully')
  expect(shown().map((one) => one['data-kind'])).toEqual(['success', 'danger'])
})
