import type { FileChooser, Locator, Page } from 'playwright-core'

/** Gives a file to the window that a button opens. Waits for both at once: a click that fails leaves nothing waiting. */
export async function chooseFile(
  page: Page,
  button: Locator,
  file: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(file)
}
