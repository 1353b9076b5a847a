import { useEffect } from 'react'

const CADENCE_SECONDS = 3

/** Rings as Australian phones do, two short bursts every three seconds, while `isRinging`. */
export function useRingingSound(isRinging: boolean): void {
  useEffect(() => {
    if (!isRinging || typeof AudioContext === 'undefined') return
    const audio = new AudioContext()
    const ring = () => {
      burst(audio, 0)
      burst(audio, 0.6)
    }
    ring()
    const timer = setInterval(ring, CADENCE_SECONDS * 1000)
    return () => {
      clearInterval(timer)
      void audio.close()
    }
  }, [isRinging])
}

function burst(audio: AudioContext, afterSeconds: number): void {
  const begin = audio.currentTime + afterSeconds
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0, begin)
  volume.gain.linearRampToValueAtTime(0.06, begin + 0.02)
  volume.gain.setValueAtTime(0.06, begin + 0.38)
  volume.gain.linearRampToValueAtTime(0, begin + 0.4)
  volume.connect(audio.destination)
  for (const frequency of [400, 450]) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(begin)
    tone.stop(begin + 0.4)
  }
}
