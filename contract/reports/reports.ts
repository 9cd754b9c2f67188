/** The reports that the office exports (C334, C407, C409). */

/** C407: by the key that names it in a file's name. */
export const REPORTS = {
  purchase: { label: 'Purchase Report by Order', path: 'reports/export-purchases-by-order/' },
  aggregated_purchase: { label: 'Aggregated Purchase Report', path: 'reports/export-aggregated-purchases/' },
} as const
export type ReportKey = keyof typeof REPORTS
export const REPORT_KEYS = ['purchase', 'aggregated_purchase'] as const satisfies readonly ReportKey[]

export const isReport = (key: string): key is ReportKey => Object.hasOwn(REPORTS, key)

/** The days that one file, or one look at the figures, may span. */
export const MOST_DAYS = 366

/** C409. A blank replaces each sign of the location's name that no file name may have. */
export const reportFileName = (location: string, start: string, end: string, report: ReportKey): string =>
  `${location.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}_${start}_to_${end}_${report}.xlsx`
