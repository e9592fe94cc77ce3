import { useEffect, useRef } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import type { Me } from '../../../session/me.ts'
import { loadCode } from '../../load-code.ts'

/** Time for the first page to be drawn and looked at. */
const settling_ms = 600

const isNew = ({ kind, standing, tourSeen }: Me): boolean =>
  kind === 'agencyOwner' && !tourSeen && standing.viewer === null && standing.profileComplete

/** Leads an agency's owner through sidebar and top bar at the first visit, once (R175, OQ-56). */
export function useTour(me: Me, isReady: boolean): void {
  const t = useT()
  const began = useRef(false)
  useEffect(() => {
    if (began.current || !isReady || !isNew(me)) return undefined
    const timer = setTimeout(() => {
      began.current = true
      // A tour that does not come is no fault that anybody has to hear of; it comes next time.
      loadCode(() => import('./tour.ts')).then(
        ({ leadThrough }) => leadThrough(t),
        () => undefined,
      )
    }, settling_ms)
    return () => clearTimeout(timer)
  }, [me, isReady, t])
}
