import type { Plugin } from 'vite'
import type { Chapter } from '../web/areas/help/chapter.ts'

export function guideForBrowsers(): Plugin
export function chapterFrom(markdown: string): Chapter
