import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { goBackFromView } from '../../api/request.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import styles from './view-banner.module.css'

/** Shown on every page of view mode: whose account it is, when it ends, and the way back. */
export function ViewBanner({ me, endsAt }: { me: Me; endsAt: string }) {
  const t = useT()
  const format = useFormat()
  const [leaving, setLeaving] = useState(false)
  const back = (): void => {
    setLeaving(true)
    goBackFromView().catch(() => setLeaving(false))
  }
  const names = { name: isolate(me.name), company: isolate(me.companyName) }
  return (
    <section className={styles.root} aria-label={t('View mode')}>
      <IconEye size={18} stroke={1.75} aria-hidden className={styles.sign} />
      <p className={styles.words}>
        <strong>{t('You’re viewing {company} as {name}.', names)}</strong>{' '}
        {t('Your changes are logged. Ends {time}.', { time: format.when(endsAt) })}
      </p>
      <Button size="xs" variant="default" onClick={back} loading={leaving}>
        {t('Leave view mode')}
      </Button>
    </section>
  )
}
