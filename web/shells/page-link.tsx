import type { ComponentProps } from 'react'
import { Link } from '@tanstack/react-router'
import type { Search } from '../session/search.ts'

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; search?: Search | undefined }

/** The link that buttons and menu items are made of (`component={PageLink}`) where something follows the `?`. */
export const PageLink = (props: PageLinkProps) => <Link {...props} />
