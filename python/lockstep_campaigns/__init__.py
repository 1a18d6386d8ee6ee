"""Campaigns of Lockstep by an engine that schedules: one run of `lockstep fuzz`, dealt to the workers of a Dask cluster.

    import lockstep_campaigns
    from distributed import Client
    result = lockstep_campaigns.campaign(Client("tcp://scheduler:8786"), ["small_m_gemv"], cases=10**6, seed=7)

It needs the built command and `distributed` from PyPI, nothing of the package `lockstep`. docs/campaigns.md says more.
"""
from lockstep_campaigns.campaign import Result, campaign
from lockstep_campaigns.folder import Refused

__all__ = ["Refused", "Result", "campaign"]
