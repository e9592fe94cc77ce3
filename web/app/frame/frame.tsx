import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, Suspense } from 'react'
import { onReauthenticationNeeded } from '../../api/reauthenticate.ts'
import { useEmbeddedFrame } from '../../areas/branding/embedded-frame.tsx'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { MeContext, type Me } from '../../session/me.ts'
import { BrandNameContext } from '../../shells/document-title.ts'
import { NotFoundPage } from '../../shells/not-found-page.tsx'
import { UnsavedGuard } from '../../shells/unsaved-guard.tsx'
import { lazyPart } from '../../start/lazy/lazy-part.ts'
import { useShellRemoved } from '../../start/remove-shell.ts'
import { mobileWidth_px, onResize } from '../../ui/on-resize.ts'
import { titleClippedTexts } from '../../ui/title-clipped.ts'
import { useAbsent } from '../absent.ts'
import { warnOfScripts } from '../warn-of-scripts.ts'
import { AccountBar, AccountLines } from './account-lines.tsx'
import styles from './frame.module.css'
import { RouteProgress } from './route-progress.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useTour } from './tour/use-tour.ts'
import { ViewBanner } from './view-banner.tsx'

const SubdomainDialog = lazyPart(
  async () => (await import('../../areas/branding/subdomain-dialog.tsx')).SubdomainDialog,
)

/** Asks after each sign-in; whoever closes it goes on working, but is asked again before inviting a client. */
function SubdomainStep({ me }: { me: Me }) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed || !me.asksSubdomain || !me.access.profileComplete) return null
  return (
    <Suspense>
      <SubdomainDialog onClose={() => setClosed(true)} />
    </Suspense>
  )
}

const Dialog = lazyPart(
  async () => (await import('../../areas/sign-in/reauthenticate/reauthenticate-dialog.tsx')).ReauthenticateDialog,
)

type Answer = (isProved: boolean) => void

/** Shows the reauthentication dialog for any call that requires it, on every page. */
function Reauthenticate() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => onReauthenticationNeeded(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (!answer) return null
  const close: Answer = (isProved) => {
    setAnswer(null)
    answer(isProved)
  }
  return (
    <Suspense>
      <Dialog onClose={close} />
    </Suspense>
  )
}

const MAIN = 'main'

/** The frame: sidebar, top bar and page. */
export function Frame({ me }: { me: Me }) {
  const t = useT()
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const absent = useAbsent()
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const lastPath = useRef(pathname)
  useShellRemoved()
  const embeddedFrame = useEmbeddedFrame(me)
  useTour(me, pathname !== undefined)
  useEffect(() => warnOfScripts(me, t), [me, t])
  useEffect(titleClippedTexts, [])
  // Close the mobile menu on wide screens, so that it is not open when the window becomes narrow again.
  useEffect(() => onResize(() => window.innerWidth > mobileWidth_px && setMenuOpen(false)), [])
  useLayoutEffect(() => {
    // After navigation, focus the new page so that reading and tabbing start at its top. The first page keeps the
    // browser's own focus, and a dialog opened while the page was loading keeps its focus. At once, not after painting:
    // a click on the new page would be handled first, and its dialog would restore the focus to the page.
    const isElsewhere = document.activeElement?.closest('[role="dialog"]')
    if (lastPath.current !== undefined && lastPath.current !== pathname && !isElsewhere)
      main.current?.focus({ preventScroll: true })
    lastPath.current = pathname
  }, [pathname])
  return (
    <MeContext value={me}>
      <BrandNameContext value={brand().name}>
        <a href={`#${MAIN}`} className={styles.skip}>
          {t('Skip to content')}
        </a>
        <UnsavedGuard />
        <AccountBar me={me} />
        <div className={styles.root}>
          <RouteProgress />
          <TopBar menuOpen={menuOpen} onMenu={setMenuOpen} />
          <Sidebar open={menuOpen} onClose={() => setMenuOpen(false)} />
          <main id={MAIN} ref={main} tabIndex={-1} className={styles.main}>
            {me.viewEndsAt && <ViewBanner me={me} endsAt={me.viewEndsAt} />}
            <AccountLines me={me} />
            {embeddedFrame('above')}
            <div className={styles.content}>{absent ? <NotFoundPage absent={absent} /> : <Outlet />}</div>
            {embeddedFrame('below')}
          </main>
        </div>
        <SubdomainStep me={me} />
        <Reauthenticate />
      </BrandNameContext>
    </MeContext>
  )
}
