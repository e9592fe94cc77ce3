import type { ReactNode } from 'react'

/** A name, address or id whose own direction must not reorder the sentence around it (`Harbor & Co` in Arabic text). */
export function Bdi({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>
}
