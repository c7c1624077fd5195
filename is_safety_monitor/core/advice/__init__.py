"""What models advise, beside the knowledge that a guard judges by: checked, bounded and marked."""

from is_safety_monitor.core.advice.monitor import AdviceMonitor
from is_safety_monitor.core.advice.proposal_screening import Rejection, Screening, ScreeningResult

__all__ = ["AdviceMonitor", "Rejection", "Screening", "ScreeningResult"]
