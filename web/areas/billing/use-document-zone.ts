import { useMe } from '../../session/me.ts'

/** The time zone of the dates on the user's invoices, which are issued just after midnight; the operator's use the browser's. */
export function useDocumentZone(): string | undefined {
  const me = useMe()
  return me.side === 'root' ? undefined : me.timeZone
}
