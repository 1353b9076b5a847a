import { journey } from './journey.ts'

// As where a real provider's keys are set. Nobody is called here, and nothing listens at that address.
journey.override({
  settings: {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'a secret of the tests',
    TWILIO_PHONE_NUMBER: '+61255501234',
    TWILIO_API_BASE_URL: 'http://127.0.0.1:9',
  },
})

journey('with a real provider the sandbox page does not exist', async ({ open }) => {
  const { page, expectInConsole } = await open()
  expectInConsole(/status of 404 .*\/sandbox/)
  await page.goto('/sandbox')
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  await page.getByRole('link', { name: 'Go to Dashboard' }).waitFor()
})
