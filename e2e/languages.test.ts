import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { fillSignIn } from './screens.ts'

journey(
  'a language goes out as a file, is corrected, and comes back; a file with a fault names its text',
  async ({ product, open }) => {
    const admin = await registerAccount(product.url)
    await product.makeAdmin(admin.username)
    const { page, expectInConsole } = await open()
    // The file with a fault.
    expectInConsole(/400 \(Bad Request\)/)
    await page.goto('/admin')
    await page.waitForURL('**/login?redirect=%2Fadmin')
    await fillSignIn(page, admin)
    const panel = page.getByRole('region', { name: 'Languages' })
    const italian = panel.getByRole('listitem').filter({ hasText: 'Italian' })
    await italian.getByText('Read by a native speaker: no').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      italian.getByRole('button', { name: 'Export Italian' }).click(),
    ])
    const path = join(tmpdir(), `cooee-it-${Date.now()}.json`)
    await download.saveAs(path)
    const text = readFileSync(path, 'utf8')

    const importAs = async (corrected: string) => {
      writeFileSync(path, corrected)
      await italian.getByRole('button', { name: 'Import Italian' }).click()
      const dialog = page.getByRole('dialog', { name: 'Import Italian' })
      await dialog.getByLabel('File').setInputFiles(path)
      await dialog.getByLabel('Read by').fill('Maria Rossi')
      await dialog.getByText('They have read every text of it').click()
      await dialog.getByRole('button', { name: 'Import', exact: true }).click()
      return dialog
    }
    const faulty = await importAs(text.replace('Buongiorno {name}.', 'Buongiorno.'))
    await faulty.getByText('calls.hello: Please keep what stands in braces as it is in English').waitFor()
    await faulty.getByRole('button', { name: 'Cancel' }).click()
    await importAs(text.replace('"translation": "Arrivederci."', '"translation": "A presto."'))
    await italian.getByText('Read by a native speaker: yes').waitFor()
    await italian.getByText(/1 text corrected by Maria Rossi/).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
)
