import { Button, Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { readPush, removePush, savePush } from '#contract/mails/push.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { notify, notifyDone } from '../../../shells/notify.tsx'
import styles from './profile.module.css'

const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && window.isSecureContext

const readSubscription = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null

/** Turns notices on or off for the browser that shows the page. It asks the browser only after a click. */
export function PushBrowser() {
  const t = useT()
  const { data } = useCall(readPush, {})
  const [endpoint, setEndpoint] = useState<string | null>()
  const [busy, setBusy] = useState(false)
  const options = { invalidates: [readPush], onDone: ({ message }: { message: string }) => notifyDone(t(message)) }
  const save = useAction(savePush, options)
  const remove = useAction(removePush, options)
  useEffect(() => {
    if (canPush()) void readSubscription().then((found) => setEndpoint(found?.endpoint ?? null))
  }, [])
  const isOn = typeof endpoint === 'string'
  const warn = ({ message }: { message: string }): void => void notify('warning', message)
  const turnOn = async (publicKey: string): Promise<void> => {
    if ((await Notification.requestPermission()) !== 'granted')
      return void notify(
        'warning',
        t('This browser blocks notices. Allow them for this site in its settings, then try again.'),
      )
    const subscription = await subscribe(publicKey)
    if (!subscription) return void notify('warning', t('This browser couldn’t be reached by its push service.'))
    const { keys = {} } = subscription.toJSON()
    const { p256dh = '', auth = '' } = keys
    const body = { endpoint: subscription.endpoint, p256dh, auth }
    save.mutate({ body }, { onError: warn, onSuccess: () => setEndpoint(subscription.endpoint) })
  }
  const turnOff = async (known: string): Promise<void> => {
    await (await readSubscription())?.unsubscribe()
    setEndpoint(null)
    remove.mutate({ body: { endpoint: known } }, { onError: warn })
  }
  const run = (work: Promise<void>): void => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  if (!data) return <Skeleton height={64} radius="md" />
  return (
    <div className={styles.choice}>
      <div>
        <Text fw={600} size="sm">
          {t('Notices in this browser')}
        </Text>
        <Text c="dimmed" size="sm">
          {canPush()
            ? t(
                'They show what the subject of the email would say, even while this page is closed. Choose them above for each kind.',
              )
            : t('This browser can’t show notices. On an iPhone or iPad, add this site to the home screen first.')}
        </Text>
      </div>
      {canPush() && (
        <Button
          variant={isOn ? 'default' : 'filled'}
          loading={busy || save.isPending || remove.isPending}
          onClick={() => run(isOn ? turnOff(endpoint) : turnOn(data.data.public_key))}
        >
          {isOn ? t('Turn off here') : t('Turn on here')}
        </Button>
      )}
    </div>
  )
}

/** Null if the browser has no push service, or cannot reach it. A subscription to another key is replaced. */
async function subscribe(publicKey: string): Promise<PushSubscription | null> {
  try {
    const registration = await navigator.serviceWorker.ready
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch {
    return null
  }
}
