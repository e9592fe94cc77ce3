import { Suspense, useState } from 'react'
import type { Me } from '../../session/me.ts'
import { lazyPart } from '../../start/lazy/lazy-part.ts'

const SubdomainDialog = lazyPart(
  async () => (await import('../../areas/branding/subdomain-dialog.tsx')).SubdomainDialog,
)

/** Asks after each sign-in; whoever closes it goes on working, but is asked again before inviting a client. */
export function SubdomainStep({ me }: { me: Me }) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed || !me.asksSubdomain || !me.access.profileComplete) return null
  return (
    <Suspense>
      <SubdomainDialog onClose={() => setClosed(true)} />
    </Suspense>
  )
}
