import { describe, expect, it } from 'vitest'
import { pageLinks } from './page-links.tsx'

describe('the page links (R209)', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 20, [1, 2, 3, 4, 5]],
    [10, 20, [8, 9, 10, 11, 12]],
    [20, 20, [16, 17, 18, 19, 20]],
    [19, 20, [16, 17, 18, 19, 20]],
  ])('at page %i of %i are the five around it', (page, lastPage, links) => {
    expect(pageLinks(page, lastPage)).toEqual(links)
  })
})
