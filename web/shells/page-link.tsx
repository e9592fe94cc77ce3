import type { ComponentProps } from 'react'
import { Link } from '@tanstack/react-router'
import type { Search } from '../session/search.ts'

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  search?: Search | undefined
  hash?: string | undefined
}

/** A typed link for buttons and menu items (`component={PageLink}`) whose URL has search parameters. */
export const PageLink = (props: PageLinkProps) => <Link {...props} />
