import { useState, type ReactNode } from 'react'
import type { embedPlaces } from '#contract/branding/embedded-code.ts'
import { call } from '../../api/call.ts'
import { afterFirstPage } from '../../start/after-first-page.ts'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import type { Me } from '../../session/me.ts'
import { useOnce } from '../../ui/use-once.ts'
import styles from './embedded-frame.module.css'

type Embedded = { frame: string; place: (typeof embedPlaces)[number]; height: number }

/** Avoids a needless call; the server itself returns a URL only to these users (R158, OQ-62). */
const mayHaveCode = (me: Me): boolean => me.side !== 'root' && me.viewEndsAt === null

/**
 * The agency's custom code above or below the page. Loaded once per page load, because its URL is valid for only one
 * minute.
 */
export function useEmbeddedFrame(me: Me): (side: 'above' | 'below') => ReactNode {
  const [code, setCode] = useState<Embedded | null>(null)
  useOnce(async () => {
    if (!mayHaveCode(me)) return
    await afterFirstPage()
    const { readSetting } = await import('#contract/settings/settings.ts')
    const { data } = await call(readSetting, { query: { settingName: 'rootAgencyEmbeddedCode' } })
    if (data.settingName !== 'rootAgencyEmbeddedCode' || data.frame === null) return
    setCode({ frame: data.frame, place: data.placeEmbedded, height: data.height })
  })
  return (side) => code !== null && (code.place === 'footer') === (side === 'below') && <EmbeddedFrame code={code} />
}

/** A sandboxed frame with an opaque origin: the code in it cannot reach the page (docs/decisions/0013). */
function EmbeddedFrame({ code }: { code: Embedded }) {
  const t = useT()
  const isShown = code.height > 0 && code.place !== 'head'
  return (
    <iframe
      src={code.frame}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={t('Added by {name}', { name: brand().name })}
      className={styles.frame}
      data-hidden={!isShown || undefined}
      style={isShown ? { blockSize: code.height } : undefined}
      tabIndex={isShown ? undefined : -1}
      aria-hidden={isShown ? undefined : true}
    />
  )
}
