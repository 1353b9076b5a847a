import { Download, FileText } from 'lucide-react'
import type { Report } from '#contract/calls/report.ts'
import type { ReportDays } from '#core/report/report.ts'
import { settingsPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { useReportFile } from './report-api.ts'

/** The same figures as files: two pages for the doctor, and the calls for a spreadsheet. */
export function ForTheDoctor({ report: { lovedOneId }, days }: { report: Report; days: ReportDays }) {
  const pdf = useReportFile(lovedOneId, days, 'report.pdf')
  const csv = useReportFile(lovedOneId, days, 'calls.csv')
  return (
    <section className="card card__body" aria-labelledby="report-doctor">
      <h2 id="report-doctor">For the GP</h2>
      <p>
        The same figures on two pages, to print or send. Nothing that was said is in them. Each call is a line in the
        spreadsheet.
      </p>
      <div className="form-actions">
        <Button variant="primary" busy={pdf.isPending} busyLabel="Preparing…" onClick={() => pdf.mutate()}>
          <FileText />
          Download two pages (PDF)
        </Button>
        <Button busy={csv.isPending} busyLabel="Preparing…" onClick={() => csv.mutate()}>
          <Download />
          Download calls (CSV)
        </Button>
      </div>
      <p className="muted">
        Want these figures by email each week?{' '}
        <TextLink href={settingsPath({ tab: 'notifications' })}>Switch on the weekly letter</TextLink>
      </p>
    </section>
  )
}
