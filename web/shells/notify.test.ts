import { notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { loadLazyParts, registerLazyParts } from '../start/lazy/lazy-parts.ts'
import { activateLocale } from '../i18n/texts.tsx'
import { notify } from './notify.tsx'

registerLazyParts(() => import('../start/lazy/lazy-bundle.ts'))
beforeEach(() => {
  activateLocale('en')
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [] })
})
/** The notices shown, once their code has loaded. */
const notices = async () => {
  await loadLazyParts()
  return notificationsStore.getState().notifications
}

test('R125: there are five kinds of notices; those that need attention interrupt a screen reader', async () => {
  for (const kind of ['info', 'primary', 'danger', 'warning', 'success'] as const) notify(kind, kind)
  expect((await notices()).map((one) => [one['data-kind'], one.role])).toEqual([
    ['info', 'status'],
    ['primary', 'status'],
    ['danger', 'alert'],
    ['warning', 'alert'],
    ['success', 'status'],
  ])
})

test('R124: a notice closes after five seconds, one about the account stays until it is closed', async () => {
  notify('success', 'Data has been updated successfully')
  notify('danger', 'Complete your payment setup first', { isPersistent: true })
  expect((await notices()).map(({ autoClose }) => autoClose)).toEqual([5000, false])
})

test('the same message is shown once, however often it is sent', async () => {
  for (let round = 0; round < 3; round++) notify('success', 'Data has been updated successfully')
  notify('danger', 'Data has been updated successfully')
  expect((await notices()).map((one) => one['data-kind'])).toEqual(['success', 'danger'])
})

test('two actions with the same message can each be undone', async () => {
  for (let row = 0; row < 2; row++)
    notify('success', 'Campaign archived', { action: { label: 'Undo', act: () => undefined } })
  expect(await notices()).toHaveLength(2)
})

test('a notice that stays is shown once, although it has a button', async () => {
  for (let page = 0; page < 2; page++)
    notify('danger', 'Connect your account', { isPersistent: true, action: { label: 'Connect', act: () => undefined } })
  expect(await notices()).toHaveLength(1)
})
