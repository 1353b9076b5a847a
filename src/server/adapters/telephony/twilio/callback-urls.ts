/** Where the provider calls back about one attempt. The attempt's id in the address ties a lost answer to its dial. */
export function callbackUrls(publicUrl: string, attemptId: number) {
  const base = `${publicUrl}/api/twilio`
  return {
    voice: `${base}/voice/${attemptId}`,
    answer: (step: string) => `${base}/voice/${attemptId}/answer?step=${encodeURIComponent(step)}`,
    status: `${base}/status/${attemptId}`,
    machineDetection: `${base}/machine-detection/${attemptId}`,
  }
}
