# The ROS wheels of PyPI export include directories of the machine that built them, and CMake
# refuses to generate for a target whose include directory does not exist. Dropping those is safe:
# what the wheels' targets need is in directories that do exist. A ROS installation has no such
# defect and never reads this file; see tools/build_interfaces.sh.
function(_drop_missing_include_directories)
  get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(directories ${target} INTERFACE_INCLUDE_DIRECTORIES)
    if(NOT directories)
      continue()
    endif()
    set(kept "")
    foreach(directory IN LISTS directories)
      # A generator expression is no path yet; leave it to CMake.
      if(directory MATCHES "^\\$<" OR EXISTS "${directory}")
        list(APPEND kept "${directory}")
      endif()
    endforeach()
    set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${kept}")
  endforeach()
endfunction()

# Deferred to the end of the project's CMakeLists.txt, when every target has been found.
cmake_language(DEFER CALL _drop_missing_include_directories)
