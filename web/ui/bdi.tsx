import type { ReactNode } from 'react'

/** A name, address or id whose own direction must not turn the sentence around it (`Harbor & Co` inside Arabic). */
export function Bdi({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>
}
