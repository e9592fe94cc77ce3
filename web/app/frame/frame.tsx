import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { MeContext, type Me } from '../../session/me.ts'
import { useEmbeddedFrame } from '../../areas/branding/embedded-frame.tsx'
import { titleClippedTexts } from '../../ui/title-clipped.ts'
import { mobileWidth_px, onResize } from '../../ui/on-resize.ts'
import { BrandNameContext } from '../../shells/document-title.ts'
import { UnsavedGuard } from '../../shells/unsaved-guard.tsx'
import { useAbsent } from '../absent.ts'
import { useShellDropped } from '../drop-shell.ts'
import { warnOfScripts } from '../warn-of-scripts.ts'
import { NotFoundPage } from '../../shells/not-found-page.tsx'
import { useAccountNotices } from './account-notices.ts'
import styles from './frame.module.css'
import { PaymentBanner } from './payment-banner.tsx'
import { Reauthenticate } from './reauthenticate.tsx'
import { RouteProgress } from './route-progress.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useTour } from './tour/use-tour.ts'
import { ViewBanner } from './view-banner.tsx'

const MAIN = 'main'

/** Sidebar, top bar and the page between them. */
export function Frame({ me }: { me: Me }) {
  const t = useT()
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const absent = useAbsent()
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useShellDropped()
  useAccountNotices(me)
  const embedded = useEmbeddedFrame(me)
  useTour(me, pathname !== undefined)
  useEffect(() => warnOfScripts(me, t), [me, t])
  useEffect(titleClippedTexts, [])
  // The menu that lies over narrow pages is no menu of wide ones: it must not lie there when the window grows narrow again.
  useEffect(() => onResize(() => window.innerWidth > mobileWidth_px && setMenuOpen(false)), [])
  useEffect(() => {
    // After a change of page, reading and tabbing go on at its beginning; the first page keeps the browser's own start, and
    // somebody who has opened a dialog while the page was loading keeps typing there.
    const isElsewhere = document.activeElement?.closest('[role="dialog"]')
    if (shown.current !== undefined && shown.current !== pathname && !isElsewhere)
      main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])
  return (
    <MeContext value={me}>
      <BrandNameContext value={brand().name}>
        <a href={`#${MAIN}`} className={styles.skip}>
          {t('Skip to content')}
        </a>
        <UnsavedGuard />
        <PaymentBanner me={me} />
        <div className={styles.root}>
          <RouteProgress />
          <TopBar menuOpen={menuOpen} onMenu={setMenuOpen} />
          <Sidebar open={menuOpen} onClose={() => setMenuOpen(false)} />
          <main id={MAIN} ref={main} tabIndex={-1} className={styles.main}>
            {me.viewEndsAt && <ViewBanner me={me} endsAt={me.viewEndsAt} />}
            {embedded('above')}
            <div className={styles.content}>{absent ? <NotFoundPage absent={absent} /> : <Outlet />}</div>
            {embedded('below')}
          </main>
        </div>
        <Reauthenticate />
      </BrandNameContext>
    </MeContext>
  )
}
