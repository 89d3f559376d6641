"""The room's tables."""

from safety.models.risk import RiskCheck, RiskCount, RiskEvent, RiskState
from safety.models.use import UseClock, UseDay

__all__ = ["RiskCheck", "RiskCount", "RiskEvent", "RiskState", "UseClock", "UseDay"]
