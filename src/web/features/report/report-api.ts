import { queryOptions, useMutation } from '@tanstack/react-query'
import { reportSchema } from '#contract/calls/report.ts'
import type { ReportDays } from '#core/report/report.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { saveFile } from '#web/lib/http/save-file.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** How a loved one has been in the days before today. */
export function reportQuery(id: number, days: ReportDays) {
  return queryOptions({
    queryKey: [...queryKeys.report(id), days],
    queryFn: ({ signal }) => api.get(reportSchema, `/api/loved-ones/${id}/report?days=${days}`, { signal }),
    retry: 1,
  })
}

/** Saves one of the report's files. */
export function useReportFile(id: number, days: ReportDays, file: 'report.pdf' | 'calls.csv') {
  return useMutation({
    mutationFn: () => api.file(`/api/loved-ones/${id}/${file}?days=${days}`),
    onSuccess: ({ bytes, name }) => saveFile(bytes, name ?? file),
    onError: (error) => toast.error(errorText(error, 'We couldn’t download the file')),
  })
}
