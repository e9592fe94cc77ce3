import { useEffect, useRef } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import type { Me } from '../../../session/me.ts'
import { loadCode } from '../../../start/load-code.ts'

/** Gives the first page time to render and be looked at. */
const settling_ms = 600

const isNew = ({ kind, access, tourSeen, asksSubdomain }: Me): boolean =>
  kind === 'agencyOwner' && !tourSeen && !asksSubdomain && access.viewer === null && access.profileComplete

/** Shows the tour to an agency's owner once, on the first visit (R175, OQ-56). */
export function useTour(me: Me, isReady: boolean): void {
  const t = useT()
  const began = useRef(false)
  useEffect(() => {
    if (began.current || !isReady || !isNew(me)) return undefined
    const timer = setTimeout(() => {
      began.current = true
      // If the tour fails to load, say nothing and try again on the next visit.
      loadCode(() => import('./tour.ts')).then(
        ({ leadThrough }) => leadThrough(t),
        () => undefined,
      )
    }, settling_ms)
    return () => clearTimeout(timer)
  }, [me, isReady, t])
}
